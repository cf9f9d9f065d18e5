#define _GNU_SOURCE
#include <unistd.h>

/// Twice as many each time, as long as the system gives any.
int forkForever(void) {
  for (;;)
    fork();
}
