// Has signal handlers with traced code in them: for signals sent by the program
// or by the processor, on a stack of their own, one inside another.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static sigjmp_buf place;

static int weigh(int number) {
  int weight = number * 2;
  return weight + 1;
}

static void simple(int number) { count += weigh(number); }

static void detailed(int number, siginfo_t *info, void *context) {
  count += number;
  if (info->si_code == SI_TKILL)
    count += 100;
  (void)context;
}

static void nests(int number) {
  count += 1;
  if (number == SIGUSR1)
    raise(SIGUSR2);
  count *= 2;
}

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}

static void skipFault(int number) { siglongjmp(place, number); }

static int divide(int a, int b) {
  if (sigsetjmp(place, 1))
    return -1;
  return a / b;
}

static int fault(void) {
  if (sigsetjmp(place, 1))
    return 1;
  *(volatile char *)8 = 1;
  return 0;
}

static int onOwnStack(void) {
  static char room[65536];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
  install(SIGSEGV, skipFault, SA_ONSTACK);
  int result = fault();
  install(SIGUSR1, simple, SA_ONSTACK);
  raise(SIGUSR1);
  install(SIGSEGV, SIG_DFL, 0);
  return result;
}

static int blocked(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGUSR1);
  int before = count;
  sigprocmask(SIG_SETMASK, &old, NULL);
  return count - before;
}

int main(int argc, char **argv) {
  (void)argv;
  install(SIGUSR1, simple, 0);
  raise(SIGUSR1);
  printf("%d\n", (int)count);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = detailed;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTERM, &action, NULL);
  raise(SIGTERM);
  printf("%d\n", (int)count);
  install(SIGUSR1, nests, 0);
  install(SIGUSR2, nests, 0);
  raise(SIGUSR1);
  printf("%d\n", (int)count);
  install(SIGFPE, skipFault, 0);
  printf("%d %d\n", divide(6, 2), divide(1, argc - 1));
  printf("%d\n", onOwnStack());
  printf("%d\n", blocked());
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  printf("%d\n", (int)count);
  return 0;
}
