#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void append(const char *folder, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  (void)!write(file, "still here\n", 11);
  close(file);
}

/// Leaves the parent as daemon(3) does, twice, then writes again and again.
int daemonise(const char *here, const char *home, const char *target) {
  if (fork() != 0) {
    usleep(30000);
    return 1;
  }
  setsid();
  if (fork() != 0)
    _exit(0);
  setsid();
  for (int i = 0; i < 1024; i++)
    close(i);
  for (;;) {
    append(here, "notes.txt");
    append(home, ".profile");
    append(target, "daemon.log");
    usleep(20000);
  }
}
