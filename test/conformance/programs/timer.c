// A signal that arrives by itself, where the program waits for it.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void ring(int number) {
  rings += number;
  rings++;
}

/// Only here the signal may come, however slow the run is.
static int await(int microseconds) {
  struct itimerval timer = {{0, 0}, {0, microseconds}};
  struct timespec limit = {0, 300000000};
  sigset_t none;
  sigemptyset(&none);
  setitimer(ITIMER_REAL, &timer, NULL);
  return ppoll(NULL, 0, &limit, &none);
}

static void hold(void) {
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(SIG_BLOCK, &alarm, NULL);
}

int main(void) {
  hold();
  signal(SIGALRM, ring);
  for (int i = 0; i < 2; i++) {
    int result = await(5000);
    printf("%d %d\n", result, (int)rings);
  }
  return 0;
}
