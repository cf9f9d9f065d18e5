// Ends in one of many ways. usage: endings HOW
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *how;
static int *volatile nowhere;

static int is(const char *name) { return strcmp(how, name) == 0; }

static void note(const char *text) {
  size_t size = strlen(text);
  if (write(1, text, size) < 0)
    abort();
}

static void first(void) { note("first handler\n"); }
static void second(void) {
  note("second handler\n");
  if (is("exit-in-handler"))
    _exit(9);
}
static void quick(void) { note("quick handler\n"); }
static void with(int status, void *text) {
  printf("%d %s\n", status, (const char *)text);
}
__attribute__((constructor)) static void before(void) { note("constructor\n"); }
__attribute__((destructor)) static void after(void) { note("destructor\n"); }

static void onAbort(int number) {
  note(number == SIGABRT ? "aborting\n" : "?\n");
}

static int leave(int depth) {
  int local = depth * 3;
  if (depth > 0)
    return leave(depth - 1) + local;
  if (is("exit") || is("exit-in-handler"))
    exit(3);
  if (is("_exit"))
    _exit(4);
  if (is("syscall"))
    syscall(SYS_exit_group, 5);
  if (is("quick"))
    quick_exit(6);
  if (is("abort"))
    abort();
  if (is("handled-abort")) {
    signal(SIGABRT, onAbort);
    abort();
  }
  if (is("fault"))
    *nowhere = 1;
  if (is("fault-in-libc"))
    memset(nowhere, 1, 100);
  if (is("call-nowhere"))
    ((void (*)(void))nowhere)();
  if (is("illegal"))
    __builtin_trap();
  if (is("terminate"))
    raise(SIGTERM);
  if (is("closed-pipe")) {
    int ends[2];
    if (pipe(ends))
      abort();
    close(ends[0]);
    if (write(ends[1], "x", 1) < 0)
      return -1;
  }
  return local;
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "return";
  atexit(first);
  atexit(second);
  on_exit(with, "on exit");
  at_quick_exit(quick);
  printf("%s\n", how);
  fflush(stdout);
  int result = leave(2);
  printf("%d\n", result);
  return 7;
}
