/* Finds who has been in the phone book for most years. The book comes as pairs
   of arguments: name years name years ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MaxEntries = 8 };

struct Entry {
  char *name;
  int years;
};

static char *buffer;

static char *keepName(const char *text)
{
  if (!buffer)
    buffer = malloc(32);
  strcpy(buffer, text);
  return buffer;
}

static struct Entry *readBook(int count, char **words)
{
  struct Entry *book = calloc(MaxEntries, sizeof *book);
  for (int i = 0; i < count && i < MaxEntries; i++) {
    book[i].name = keepName(words[2 * i]);
    book[i].years = atoi(words[2 * i + 1]);
  }
  return book;
}

static struct Entry *mostFaithful(struct Entry *book, int count)
{
  struct Entry *best = book;
  for (int i = 1; i < count; i++) {
    if (book[i].years > best->years)
      best = &book[i];
  }
  return best;
}

int main(int argc, char **argv)
{
  int count = (argc - 1) / 2;
  struct Entry *book = readBook(count, argv + 1);
  struct Entry *best = mostFaithful(book, count);
  printf("entries: %d\n", count);
  printf("most faithful: %s\n", best->name);
  free(buffer);
  free(book);
  return 0;
}
