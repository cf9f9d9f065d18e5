// Tells which bytes of a stack frame belong to variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H
#define PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe::conformance {

/// The places of all variables in the stack frames of functions. They are read
/// from the debug information of the modules.
class FrameVariables {
public:
  static llvm::Expected<FrameVariables> read(const UnitTable &table);

  /// Returns true if a byte of the range at rbp + offset belongs to a variable
  /// of the function that begins at the table address `function`. A variable of
  /// unknown size counts as large.
  bool covers(uint64_t function, int64_t offset, uint64_t size) const;

private:
  struct Bytes {
    int64_t begin = 0, end = 0;
  };
  std::map<uint64_t, std::vector<Bytes>> byFunction;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H
