#define _GNU_SOURCE
#include <unistd.h>

/// Loops forever, neither asleep nor at work for long.
int loopForever(void) {
  for (;;)
    for (int i = 0; i < 1000000; i++)
      if (i % 100000 == 0)
        usleep(1);
}
