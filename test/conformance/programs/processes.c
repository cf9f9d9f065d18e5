// Starts child processes that run traced code, and others that run other
// programs. They report by exit status only, since their output would come in
// any order. Each child is also awaited in the statement that starts it: if the
// proper wait is skipped, the next call that waits for any child would find
// whoever ends first.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// Waits for the child, but leaves its status to be asked for again. Does
/// nothing in the child itself.
#define AWAIT_END(child) waitid(P_PID, (id_t)(child), NULL, WEXITED | WNOWAIT)

static int triangle(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum += i;
  return sum;
}

static int statusOf(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) < 0)
    return -1;
  if (WIFSIGNALED(status))
    return 1000 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

static int forked(int n) {
  pid_t child;
  child = fork(), AWAIT_END(child);
  if (child == 0)
    _exit(triangle(n));
  return statusOf(child);
}

static int grandchild(int n) {
  pid_t child;
  child = fork(), AWAIT_END(child);
  if (child == 0) {
    int below = forked(n);
    _exit(below + 1);
  }
  return statusOf(child);
}

static int crashed(void) {
  pid_t child;
  child = fork(), AWAIT_END(child);
  if (child == 0)
    abort();
  return statusOf(child);
}

static int sharing(void) {
  pid_t child;
  child = vfork(), AWAIT_END(child);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit 5", (char *)0);
    _exit(127);
  }
  return statusOf(child);
}

static int missing(void) {
  pid_t child;
  child = vfork(), AWAIT_END(child);
  if (child == 0) {
    execl("/nonexistent/program", "program", (char *)0);
    _exit(triangle(3));
  }
  return statusOf(child);
}

static int spawned(void) {
  char *const arguments[] = {"sh", "-c", "exit 7", NULL};
  pid_t child = 0;
  int error;
  error = posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ),
  AWAIT_END(child);
  return error ? -error : statusOf(child);
}

int main(void) {
  printf("%d\n", forked(4));
  printf("%d\n", grandchild(3));
  printf("%d\n", crashed());
  printf("%d\n", sharing());
  printf("%d\n", missing());
  printf("%d\n", spawned());
  int status = system("exit 9");
  printf("%d\n", WEXITSTATUS(status));
  printf("%d\n", triangle(3));
  return 0;
}
