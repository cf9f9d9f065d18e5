// A list of notes for a terminal. One of its keys crashes it, sometimes.
//
//   Up, Down, Home, End  choose a note
//   Enter                marks it as done, or not done
//   a                    adds a copy of it
//   d                    deletes it
//   q                    quits

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { most = 20, width = 32 };

static char notes[most][width] = {
    "buy bread",  "call Jan",     "write letter", "water flowers",
    "pay rent",   "mend bicycle", "visit Ann",    "return books",
    "book train", "wash car",     "order wood",   "sort photos"};
static int done[most];
static int count = 12, chosen = 0;

static void draw(void)
{
  printf("\x1b[H\x1b[2J");
  for (int i = 0; i < count; i++)
    printf("%c [%c] %s\r\n", i == chosen ? '>' : ' ', done[i] ? 'x' : ' ',
           notes[i]);
  printf("\r\n%d notes", count);
  fflush(stdout);
}

static int readByte(void)
{
  unsigned char byte;
  return read(0, &byte, 1) == 1 ? byte : 'q';
}

// Returns the last byte of a key. An Escape alone is a key of its own.
static int readKey(void)
{
  struct pollfd more = {0, POLLIN, 0};
  int key = readByte();
  if (key != '\x1b' || poll(&more, 1, 50) <= 0)
    return key;
  readByte();
  return 0x100 | readByte();
}

static void copyNote(int from, int to)
{
  memmove(notes[to], notes[from], width);
  done[to] = done[from];
}

static void add(void)
{
  if (count == most || count == 0)
    return;
  copyNote(chosen, count);
  count++;
}

static void deleteChosen(void)
{
  if (count == 0)
    return;
  for (int i = chosen; i + 1 < count; i++)
    copyNote(i + 1, i);
  count--;
}

static void mark(void)
{
  if (count == 0)
    return;
  assert(chosen < count);
  done[chosen] = !done[chosen];
}

int main(void)
{
  struct termios before, raw;
  if (tcgetattr(0, &before) != 0) {
    fprintf(stderr, "notes: standard input is not a terminal\n");
    return 1;
  }
  raw = before;
  cfmakeraw(&raw);
  tcsetattr(0, TCSANOW, &raw);
  printf("\x1b[?1049h");
  for (;;) {
    draw();
    int key = readKey();
    if (key == 'q')
      break;
    if (key == (0x100 | 'A') && chosen > 0)
      chosen--;
    else if (key == (0x100 | 'B') && chosen + 1 < count)
      chosen++;
    else if (key == (0x100 | 'H'))
      chosen = 0;
    else if (key == (0x100 | 'F'))
      chosen = count - 1;
    else if (key == '\r')
      mark();
    else if (key == 'a')
      add();
    else if (key == 'd')
      deleteChosen();
  }
  printf("\x1b[?1049l");
  tcsetattr(0, TCSANOW, &before);
  printf("%d notes are left\n", count);
  return 0;
}
