// Compiles and runs small programs with threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_THREADEDPROGRAM_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_THREADEDPROGRAM_H

#include "ProgramUnderTest.h"

namespace pinstripe {

/// A program with threads. Its limit on wall time is so long that no run
/// reaches it, also on a busy machine.
class ThreadedProgram : public ProgramUnderTest {
public:
  ThreadedProgram(const std::string &compiler, const std::string &source,
                  const std::vector<std::string> &options = {},
                  TableKind kind = TableKind::Simple);

  /// Records the program three times. Requires that the traces are the same,
  /// that the program prints `output`, and that the full configuration does the
  /// same.
  void recordRepeatedly(const std::string &output);
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_THREADEDPROGRAM_H
