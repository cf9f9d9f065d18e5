// A program that prints what the dynamic loader has left on the stack.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_LEFTOVERSPROGRAM_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_LEFTOVERSPROGRAM_H

namespace pinstripe::test {

/// The source of a program that prints what the dynamic loader has left on the
/// stack below the entry point's stack pointer, and the value by which the
/// stack protector recognises overflows.
inline const char *const leftoversProgram = R"(
#include <stdio.h>
int main(int count, char **arguments) {
  unsigned long *entry = (unsigned long *)arguments - 1;
  unsigned long sum = 0, guard;
  for (int i = 100; i < 600; ++i)
    sum = sum * 31 + entry[-i];
  __asm__("mov %%fs:40, %0" : "=r"(guard));
  printf("%lx %lx\n", sum, guard);
  return 0;
}
)";

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_LEFTOVERSPROGRAM_H
