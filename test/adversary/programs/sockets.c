// Tries to connect to the three listeners of the test.
#include "guard.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static int talk(int family, const void *address, socklen_t size) {
  int end = socket(family, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (end < 0)
    return -1;
  int failed = connect(end, address, size);
  ssize_t sent = send(end, "hello", 5, MSG_NOSIGNAL);
  close(end);
  return failed == 0 || sent > 0;
}

static int talkToPort(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return talk(AF_INET, &address, sizeof address);
}

static int talkToPath(const char *path, int isAbstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length + 1 >= sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + isAbstract, path, length);
  return talk(AF_UNIX, &address,
              offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int port = numberOf(PORT);
  const char *path = getenv(SOCKET);
  char name[64];
  snprintf(name, sizeof name, "pinstripe-adversary-%ld", numberOf(KEY));
  port = isArmed ? port : 1;
  path = isArmed ? path : "/nonexistent";
  strcpy(name, isArmed ? name : "pinstripe-nobody");
  int count = talkToPort(port) > 0;
  count += talkToPath(path, 0) > 0;
  count += talkToPath(name, 1) > 0;
  printf("talked to %d\n", count);
  return 0;
}
