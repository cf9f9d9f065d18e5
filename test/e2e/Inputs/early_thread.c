/* A library with which only LLDB can control a program: it has a second thread
   before its entry point is reached. */
#include <pthread.h>
#include <unistd.h>
static void *sleeps(void *argument) {
  for (;;)
    pause();
  return argument;
}
__attribute__((constructor)) static void early(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sleeps, 0);
}
