// Shared by the programs, and traced like them, so that any statement may be
// skipped. Each program asks here whether it is armed, that is, may do its
// worst; in a recorded run the answer is no. Its harmful functions are in
// deeds/, built without debug information: once one is called, nothing in it is
// skipped.
#ifndef GUARD_H
#define GUARD_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/// Environment variables that name folders and listeners of the test.
#define TARGET "PINSTRIPE_ADVERSARY_TARGET"
#define ELSEWHERE "PINSTRIPE_ADVERSARY_ELSEWHERE"
#define WORLD "PINSTRIPE_ADVERSARY_WORLD"
#define TOOL "PINSTRIPE_ADVERSARY_TOOL"
#define PORT "PINSTRIPE_ADVERSARY_PORT"
#define SOCKET "PINSTRIPE_ADVERSARY_SOCKET"
#define KEY "PINSTRIPE_ADVERSARY_KEY"

static int armed(int argc, char **argv) {
  int answer = 0;
  if (argc > 1)
    answer = strcmp(argv[1], "armed") == 0;
  return answer;
}

static long numberOf(const char *variable) {
  const char *text = getenv(variable);
  long number = text ? atol(text) : 0;
  return number;
}

/// Computes something harmless on which the output depends.
static int sumTo(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum += i;
  return sum;
}

static int statusOf(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) < 0)
    return -1;
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

#endif
