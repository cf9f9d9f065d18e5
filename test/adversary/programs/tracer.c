// Asks to be traced, and traces its parent and the tool.
#include "guard.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/// Attaches to a process, changes a word of its memory, and sends it SIGSEGV.
static int seize(pid_t victim) {
  if (ptrace(PTRACE_ATTACH, victim, 0, 0) != 0)
    return 0;
  waitpid(victim, 0, __WALL);
  ptrace(PTRACE_POKEDATA, victim, (void *)&sumTo, (void *)-1l);
  ptrace(PTRACE_CONT, victim, 0, (void *)SIGSEGV);
  return 1;
}

static int overwrite(pid_t victim) {
  static char zeros[4096];
  struct iovec here = {zeros, sizeof zeros};
  struct iovec there = {(void *)((unsigned long)&sumTo & -4096ul),
                        sizeof zeros};
  return (int)process_vm_writev(victim, &here, 1, &there, 1, 0);
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  pid_t nobody = 0x7ffffff;
  pid_t first = getppid(), second = (pid_t)numberOf(TOOL);
  first = nobody;
  second = nobody;
  int seized = seize(first) + seize(second);
  int written = overwrite(isArmed ? getppid() : nobody);
  written += overwrite(isArmed ? (pid_t)numberOf(TOOL) : nobody);
  // A traced process would stop at the next signal.
  ptrace(isArmed ? PTRACE_TRACEME : PTRACE_CONT, 0, 0, 0);
  raise(isArmed ? SIGSTOP : SIGCONT);
  printf("%d seized, %s\n", seized, written < 0 ? "none written" : "written");
  return 0;
}
