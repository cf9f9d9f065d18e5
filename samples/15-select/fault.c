/* A fault for tidy, the program that mends pages: it crashes where it is to
 * print a page with <SELECT>. It is made a part of tidy by LD_PRELOAD:
 *
 *     gcc -shared -fPIC fault.c -ldl -o fault.so
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* These are declared as in tidy.h, so that the package libtidy-dev need not be
 * there. */
typedef const struct Doc *Document;
typedef const struct Element *Node;
typedef const char *(*NameOf)(Node);
typedef Node (*NodeOf)(Node);
typedef Node (*RootOf)(Document);
typedef int (*Save)(Document);

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

/* The widths of elements, as a printer may keep them. */
static int *widthOf(const char *name)
{
  static int width = 20;
  return strcmp(name, "select") == 0 ? NULL : &width;
}

static int widest(Node node)
{
  int width = 0;
  NodeOf child = (NodeOf)next("tidyGetChild"), after = (NodeOf)next("tidyGetNext");
  const char *name = ((NameOf)next("tidyNodeGetName"))(node);
  if (name)
    width = *widthOf(name);
  for (Node each = child(node); each; each = after(each)) {
    int inner = widest(each);
    if (inner > width)
      width = inner;
  }
  return width;
}

int tidySaveStdout(Document document)
{
  widest(((RootOf)next("tidyGetRoot"))(document));
  return ((Save)next("tidySaveStdout"))(document);
}
