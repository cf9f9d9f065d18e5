"""raw_files.py

Writes a program into the current folder, and the output that it should have
had. Names, source and output contain bytes that no terminal should get.
"""

source = b"""#include <stdio.h>
#include <string.h>
/* \x1b[31mred gr\xfcn \xe2\x80\xae */
int main(int argc, char **argv) {
  char noise[8];
  char first = 27; /* \x1b[31mred gr\xfcn \xe2\x80\xae */
  noise[0] = first;
  strcpy(noise + 1, "\\xa5Z\\xc3");
  printf("%s\\n", noise);
  return 0;
}
"""
with open(b"raw\x1b[2J.c", "wb") as file:
    file.write(source)
with open("right.txt", "wb") as file:
    file.write(b"\x1b\xa5Y\xc3\n")
