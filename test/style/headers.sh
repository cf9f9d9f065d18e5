#!/bin/bash
# Checks that no public header names lldb:: or clang::, whose headers are slow
# to compile and private to a module.
set -euo pipefail
! grep -rnE '\b(lldb|clang)::|#include "(lldb|clang)/' include
