// Becomes another program, or the same one again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int twice(int n) {
  int result = n * 2;
  return result;
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[2]) : 4;
  printf("%d\n", twice(n));
  fflush(stdout);
  if (argc > 2)
    return n;
  if (argc > 1 && strcmp(argv[1], "self") == 0)
    execl("/proc/self/exe", argv[0], "self", "21", (char *)0);
  if (argc > 1 && strcmp(argv[1], "shell") == 0)
    execl("/bin/sh", "sh", "-c", "echo in the shell; exit 3", (char *)0);
  execl("/nonexistent/program", "program", (char *)0);
  puts("still here");
  return 2;
}
