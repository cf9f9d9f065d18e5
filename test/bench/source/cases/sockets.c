// check: -Wshift-count-overflow: shift count >= width of type
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

struct packet {
  uint32_t length, kind;
  unsigned char body[64];
};

static uint32_t sum(const struct packet *packet) {
  uint32_t result = packet->kind;
  for (uint32_t i = 0; i < ntohl(packet->length) && i < 64; i++) {
    uint32_t byte = packet->body[i];
    result ^= byte << 24 | (i % 2 ? result << 32 : result >> 8);
  }
  return result;
}
int send_packet(int socket, const char *text) {
  struct packet packet;
  memset(&packet, 0, sizeof packet);
  packet.length = htonl((uint32_t)strlen(text));
  strncpy((char *)packet.body, text, sizeof packet.body);
  packet.kind = htonl(sum(&packet));
  if (send(socket, &packet, sizeof packet, 0) < 0)
    fprintf(stderr, "%s\n", strerror(errno));
  return 0;
}
int main(void) {
  signal(SIGPIPE, SIG_IGN);
  return send_packet(0, "hello");
}
