// Leaves frames without returning from them: setjmp and longjmp over several
// frames, nested, repeated, and out of signal handlers.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static jmp_buf outer, inner;
static sigjmp_buf afterFault;
static volatile int depthReached;

static void climb(int level, int stop) {
  depthReached = level;
  if (level == stop)
    longjmp(inner, stop);
  climb(level + 1, stop);
  puts("never printed");
}

static int once(int stop) {
  volatile int seen = 10;
  int code = setjmp(inner);
  if (code == 0) {
    seen++;
    climb(0, stop);
  }
  return code * 100 + seen;
}

static void giveUp(int code) { longjmp(outer, code); }

static int nested(void) {
  volatile int total = 0;
  int code = setjmp(outer);
  if (code == 0) {
    total += once(2);
    giveUp(5);
  }
  total += code;
  if (code == 5)
    longjmp(outer, 6);
  return total;
}

static int countDown(void) {
  volatile int left = 3;
  setjmp(inner);
  if (left-- > 0)
    longjmp(inner, 1);
  return left;
}

static void onFault(int number) { siglongjmp(afterFault, number); }

static int readBadAddress(void) {
  volatile int *volatile bad = (int *)16;
  signal(SIGSEGV, onFault);
  int code = sigsetjmp(afterFault, 1);
  if (code == 0)
    return *bad;
  return -code;
}

static void onUser(int number) {
  int code = setjmp(inner);
  if (code == 0)
    longjmp(inner, number);
  depthReached = code;
}

static int jumpInsideHandler(void) {
  signal(SIGUSR2, onUser);
  raise(SIGUSR2);
  return depthReached;
}

int main(void) {
  printf("%d\n", once(1));
  printf("%d\n", nested());
  printf("%d\n", countDown());
  for (int i = 0; i < 2; i++)
    printf("%d\n", readBadAddress());
  printf("%d\n", jumpInsideHandler());
  return 0;
}
