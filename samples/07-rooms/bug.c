/* Prints the rooms given as arguments in ascending order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MaxRooms = 16 };

struct Floor {
  const char *rooms[MaxRooms];
  int count;
};

static int byNumber(const void *left, const void *right)
{
  const char *leftRoom = *(const char *const *)left;
  const char *rightRoom = *(const char *const *)right;
  int order = strcmp(leftRoom, rightRoom);
  return order;
}

static void readRooms(struct Floor *floor, int argc, char **argv)
{
  floor->count = 0;
  for (int i = 1; i < argc && floor->count < MaxRooms; i++) {
    floor->rooms[floor->count] = argv[i];
    floor->count++;
  }
}

static void printRooms(const struct Floor *floor)
{
  printf("rooms:");
  for (int i = 0; i < floor->count; i++)
    printf(" %s", floor->rooms[i]);
  printf("\n");
}

int main(int argc, char **argv)
{
  struct Floor floor;
  readRooms(&floor, argc, argv);
  printf("count: %d\n", floor.count);
  qsort(floor.rooms, floor.count, sizeof floor.rooms[0], byNumber);
  printRooms(&floor);
  return 0;
}
