// Executes breakpoint traps of its own. usage: traps HOW
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t trapped;

static void onTrap(int number) {
  trapped += number;
  trapped += 100;
}

static void block(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTRAP);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static int work(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "handled";
  if (strcmp(how, "handled") == 0)
    signal(SIGTRAP, onTrap);
  if (strcmp(how, "ignored") == 0)
    signal(SIGTRAP, SIG_IGN);
  if (strcmp(how, "blocked") == 0)
    block();
  printf("%d\n", work(3));
  fflush(stdout);
  if (strcmp(how, "instruction") == 0 || strcmp(how, "handled") == 0)
    __asm__ volatile("int3");
  printf("%d %d\n", work(4), (int)trapped);
  fflush(stdout);
  raise(SIGTRAP);
  printf("%d %d\n", work(5), (int)trapped);
  return 0;
}
