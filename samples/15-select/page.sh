#!/bin/sh
# Prints a page of 896 lines, like the search form of a database of bugs: the
# tag that a printer of pages does not survive is in line 619.
awk 'BEGIN {
  print "<!DOCTYPE html>\n<html><head><title>Search for bugs</title></head>"
  print "<body><h1>Search</h1>\n<form action=\"search\" method=\"get\">"
  for (line = 5; line < 895; ++line)
    if (line == 619)
      print "<p>Priority: <SELECT NAME=\"priority\" MULTIPLE SIZE=7>"
    else if (line > 619 && line < 625)
      print "<OPTION VALUE=\"P" line - 619 "\">P" line - 619 "</OPTION>"
    else if (line == 625)
      print "</SELECT></p>"
    else
      print "<p>Bug " line ": <a href=\"show?id=" line "\">summary</a></p>"
  print "</form></body>\n</html>"
}'
