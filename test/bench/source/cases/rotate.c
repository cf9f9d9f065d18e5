// bug: GCC PR106523
// wrong: gcc -O2
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define main phone_book
#include "../../../../samples/04-phone-book/bug.c"
#undef main
#define main markup
#include "../../../../samples/markup/markup.c"
#undef main

struct key {
  const char *word;
  size_t length;
};

struct message {
  uint8_t bytes[64];
  size_t size;
};

static void add(struct message *message, const char *text) {
  for (const char *at = text; *at && message->size < 64; at++)
    message->bytes[message->size++] = (uint8_t)*at;
}

static unsigned weight(const struct key *key, size_t position) {
  int letter = tolower((unsigned char)key->word[position % key->length]);
  return (unsigned)letter % 29;
}

__attribute__((noinline)) static uint8_t turned(uint8_t byte, unsigned count) {
  unsigned wide = byte;
  return (uint8_t)((wide << count) | (wide >> (-count & 7)));
}

static void encode(struct message *message, const struct key *key) {
  uint8_t before = 0x5a;
  for (size_t i = 0; i < message->size; i++) {
    uint8_t mixed = message->bytes[i] ^ before;
    if (isalpha(message->bytes[i]))
      mixed = turned(mixed, weight(key, i));
    before = message->bytes[i] = mixed;
  }
}

static double entropy(const struct message *message) {
  unsigned counts[256] = {0};
  double sum = 0;
  for (size_t i = 0; i < message->size; i++)
    counts[message->bytes[i]]++;
  for (int i = 0; i < 256; i++) {
    double share = counts[i] / (double)message->size;
    if (share > 0)
      sum -= share * log(share) / log(2);
  }
  return sum;
}

int main(void) {
  struct key key = {"Rijndael", strlen("Rijndael")};
  struct message message = {{0}, 0};
  add(&message, "attack at dawn, ");
  add(&message, "retreat at dusk");
  encode(&message, &key);
  for (size_t i = 0; i < message.size; i++)
    printf("%02x%s", message.bytes[i], i % 16 == 15 ? "\n" : " ");
  printf("\nentropy: %.2f\n", entropy(&message));
  return 0;
}
