#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/// Writes one file after the other, each as large as possible.
int fillDisk(const char *folder) {
  static char block[1 << 16];
  for (unsigned i = 0;; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/fill.%u", folder ? folder : ".", i);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    while (write(file, block, sizeof block) > 0) {
    }
    close(file);
  }
}
