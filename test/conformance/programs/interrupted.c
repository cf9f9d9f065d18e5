// Makes library calls that take long to record, of functions without a model,
// while another process sends signals of two kinds and waits until both were
// handled. The handlers are not traced, since they run at unpredictable
// moments.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct shared {
  volatile int first, second; // number of signals handled
  volatile int from;          // pid of the sender of the last signal
  volatile int isOver, wrong;
};

struct shared *shared;

void onFirst(int, siginfo_t *, void *);
void onSecond(int, siginfo_t *, void *);
// The sender is the fourth word of siginfo_t.
__asm__(".text\n"
        "onFirst: mov shared(%rip), %rax\n"
        "  mov 16(%rsi), %ecx\n"
        "  mov %ecx, 8(%rax)\n"
        "  lock incl (%rax)\n"
        "  ret\n"
        "onSecond: mov shared(%rip), %rax\n"
        "  lock incl 4(%rax)\n"
        "  ret\n");

/// Waits up to some seconds. Returns what is wrong, or 0.
static int awaitBoth(int round) {
  struct timespec moment = {0, 100000};
  for (int i = 0; i < 30000; i++) {
    if (shared->first == round && shared->second == round)
      return shared->from == getpid() ? 0 : 3;
    nanosleep(&moment, NULL);
  }
  return shared->first != round ? 1 : 2;
}

static void disturb(pid_t other) {
  for (int round = 1; !shared->isOver; round++) {
    kill(other, SIGUSR1);
    kill(other, SIGUSR2);
    shared->wrong = awaitBoth(round);
    if (shared->wrong)
      return;
  }
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(signal, &action, NULL);
}

int main(void) {
  char from[4096], to[4096];
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  handle(SIGUSR1, onFirst);
  handle(SIGUSR2, onSecond);
  memset(from, 'x', sizeof from);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    disturb(parent);
    _exit(0);
  }
  int sum = 0;
  for (int i = 0; i < 300; i++) {
    from[i] = (char)i;
    swab(from, to, sizeof from);
    sum += to[i];
  }
  shared->isOver = 1;
  int isEnded = waitpid(child, NULL, 0) == child;
  printf("%d %d wrong %d\n", sum, isEnded, shared->wrong);
  return 0;
}
