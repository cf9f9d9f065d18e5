// Gives up system calls. usage: seccomp WHICH
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int triangle(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum += i;
  return sum;
}

static void filter(unsigned call, unsigned otherwise) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, otherwise),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void only(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "filter";
  printf("%d\n", triangle(3));
  fflush(stdout);
  if (strcmp(which, "filter") == 0)
    filter(SYS_openat, SECCOMP_RET_ERRNO | EACCES);
  else if (strcmp(which, "only") == 0)
    only();
  else
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  printf("%d\n", triangle(4));
  fflush(stdout);
  if (strcmp(which, "filter") == 0)
    printf("%d\n", open("/dev/null", O_RDONLY));
  fflush(stdout);
  // exit_group, which `exit` calls, is no longer allowed in strict mode.
  if (strcmp(which, "strict") == 0)
    syscall(SYS_exit, triangle(2));
  return triangle(2);
}
