// Waits for a signal that arrives by itself.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t rings;

static void ring(int number) {
  rings += number;
  rings++;
}

// Block the signal before main, where nothing is skipped. Then it arrives in
// ppoll only, whatever is skipped and however slow the run is.
__asm__(".section .init_array, \"aw\"\n"
        "  .quad holdAlarm\n"
        ".section .rodata\n"
        "alarmMask:\n"
        "  .quad 1 << 13\n" // SIGALRM is 14
        ".text\n"
        "holdAlarm:\n"
        "  mov $14, %eax\n"  // rt_sigprocmask
        "  xor %edi, %edi\n" // SIG_BLOCK
        "  lea alarmMask(%rip), %rsi\n"
        "  xor %edx, %edx\n"
        "  mov $8, %r10d\n"
        "  syscall\n"
        "  ret\n");

// No statement sets these to begin with: what is left of an earlier call on the
// stack would be a time that sometimes passes before the signal arrives.
static struct itimerval timer;
static const struct timespec limit = {0, 300000000};

static int await(int microseconds) {
  sigset_t none;
  timer.it_value.tv_usec = microseconds;
  sigemptyset(&none);
  setitimer(ITIMER_REAL, &timer, NULL);
  return ppoll(NULL, 0, &limit, &none);
}

int main(void) {
  signal(SIGALRM, ring);
  for (int i = 0; i < 2; i++) {
    int result = await(5000);
    printf("%d %d\n", result, (int)rings);
  }
  return 0;
}
