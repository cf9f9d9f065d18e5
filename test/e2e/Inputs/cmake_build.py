"""cmake_build.py clang|gcc SOURCE BUILD

Builds the CMake project in the folder SOURCE, in the new folder BUILD, as users
build a program for Pinstripe. Prints what CMake prints if that fails.
"""

import subprocess
import sys

COMPILERS = {"clang": ("clang-19", "clang++-19"), "gcc": ("gcc", "g++")}


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout)


def main():
    c, cxx = COMPILERS[sys.argv[1]]
    source, build = sys.argv[2:]
    run("cmake", "-G", "Ninja", "-S", source, "-B", build,
        "-DCMAKE_C_COMPILER=" + c, "-DCMAKE_CXX_COMPILER=" + cxx,
        "-DCMAKE_C_FLAGS=-g -O0", "-DCMAKE_CXX_FLAGS=-g -O0")
    run("ninja", "-C", build)


main()
