// Closes, replaces and counts every descriptor: an engine must not need one.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int note(const char *text) {
  int place = open("notes.txt", O_WRONLY | O_CREAT | O_APPEND, 0600);
  ssize_t size = write(place, text, strlen(text));
  close(place);
  return (int)size;
}

static int openOnes(void) {
  int count = 0;
  for (int i = 0; i < 12; i++)
    count += fcntl(i, F_GETFD) != -1;
  return count;
}

static void replace(void) {
  int file = open("other.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
  fflush(stdout);
  dup2(file, 1);
  printf("to the file\n");
  fflush(stdout);
  char text[20] = "";
  ssize_t size = pread(file, text, 5, 0);
  note(size == 5 ? text : "nothing");
  close(file);
}

int main(void) {
  note("a");
  printf("%d open\n", openOnes());
  int first = open("/dev/null", O_RDONLY), second = dup(first);
  printf("%d %d\n", first, second);
  closefrom(3);
  printf("%d open\n", openOnes());
  int console = dup(1);
  replace();
  dup2(console, 1);
  printf("back\n");
  fflush(stdout);
  for (int i = 2; i >= 0; i--)
    close(i);
  closefrom(0);
  note("b");
  int again = open("/dev/null", O_RDWR);
  note(again == 0 ? "zero" : "other");
  return 0;
}
