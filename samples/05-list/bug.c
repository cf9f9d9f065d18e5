/* Reads numbers into a doubly linked list and prints it in both directions. */
#include <stdio.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node *next;
  struct Node *prev;
};

struct List {
  struct Node *head;
  struct Node *tail;
};

static void append(struct List *list, int value)
{
  struct Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = NULL;
  node->prev = list->head;
  if (list->tail)
    list->tail->next = node;
  else
    list->head = node;
  list->tail = node;
}

static void printForward(const struct List *list)
{
  printf("forward:");
  for (const struct Node *node = list->head; node; node = node->next)
    printf(" %d", node->value);
  printf("\n");
}

static void printBackward(const struct List *list)
{
  printf("backward:");
  for (const struct Node *node = list->tail; node; node = node->prev)
    printf(" %d", node->value);
  printf("\n");
}

int main(void)
{
  struct List list = {NULL, NULL};
  int value;
  while (scanf("%d", &value) == 1)
    append(&list, value);
  printForward(&list);
  printBackward(&list);
  return 0;
}
