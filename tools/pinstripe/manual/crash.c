/* Keeps scores in a list, newest first, and compares each player with the one
   who came before. The first player has no such neighbour. */
#include <stdio.h>
#include <stdlib.h>

struct player {
  int score;
  struct player *before;
};

static struct player *newest;
static int players;

static void join(int score)
{
  struct player *player = malloc(sizeof *player);
  player->score = score;
  player->before = newest;
  newest = player;
  players++;
}

static struct player *find(int score)
{
  struct player *player = newest;
  while (player && player->score != score)
    player = player->before;
  return player;
}

static int lead(int score)
{
  struct player *player = find(score);
  return player->score - player->before->score;
}

int main(void)
{
  join(10);
  join(25);
  join(40);
  printf("%d players\n", players);
  printf("lead of 40: %d\n", lead(40));
  printf("lead of 10: %d\n", lead(10));
  return 0;
}
