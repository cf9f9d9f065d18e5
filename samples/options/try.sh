#!/bin/sh
# Compiles sum.c with the given options, and runs it.
gcc "$@" sum.c -o sum && ./sum
