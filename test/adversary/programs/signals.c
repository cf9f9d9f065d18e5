// Handles all signals that can be handled, ignores SIGTERM and the rest, and
// goes on once; if armed, forever.
#include "guard.h"
#include <signal.h>

// This function is in deeds/signals.c, which is not traced.
int loopForever(void);

static volatile int handled;

static void note(int signal) {
  (void)signal;
  handled++;
}

static int handleAll(void) {
  int count = 0;
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    if (signal == SIGTRAP)
      continue; // debuggers need this signal
    count += sigaction(signal, &action, 0) == 0;
  }
  return count;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int count = handleAll();
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM);
  raise(SIGINT);
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGTRAP);
  sigprocmask(SIG_BLOCK, isArmed ? &all : 0, 0);
  int looped = isArmed ? loopForever() : sumTo(6);
  printf("%d handlers, %d handled, %d\n", count, handled, looped);
  return 0;
}
