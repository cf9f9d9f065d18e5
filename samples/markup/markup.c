#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Removes HTML markup from a text, in place. */
static void remove_html_markup(char *text)
{
  int tag = 0, quote = 0;
  char *out = text;
  for (const char *in = text; *in; in++) {
    if (*in == '<' && !quote)
      tag = 1;
    else if (*in == '>' && !quote)
      tag = 0;
    else if (*in == '"' || (*in == '\'' && tag))
      quote = !quote;
    else if (!tag)
      *out++ = *in;
  }
  *out = 0;
  assert(strpbrk(text, "<>") == NULL);
}

int main(void)
{
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    remove_html_markup(line);
    puts(line);
  }
  return 0;
}
