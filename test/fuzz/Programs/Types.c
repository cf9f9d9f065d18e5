/* A seed with types and places of variables. It is never linked or run. */
struct Node {
  struct Node *next;
  int values[3];
  unsigned char small : 3;
  union {
    double real;
    long whole;
  };
};

static struct Node head;

double use(struct Node *node, int n) {
  int many[n];
  for (int i = 0; i < 3 && node; i++)
    many[i] = node->values[i];
  head.small = many[0];
  head.real += 0.5;
  return head.real;
}
