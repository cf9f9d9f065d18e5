// Tells which bytes of frames belong to variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H
#define PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe::conformance {

/// The places of the variables of each function in its frame, read from the
/// debug information of the modules.
class FrameVariables {
public:
  static llvm::Expected<FrameVariables> read(const UnitTable &table);

  /// Returns true if any byte at rbp + offset belongs to a variable of the
  /// function that begins at a table address. Variables of unknown size are
  /// taken to be large.
  bool covers(uint64_t function, int64_t offset, uint64_t size) const;

private:
  struct Bytes {
    int64_t begin = 0, end = 0;
  };
  std::map<uint64_t, std::vector<Bytes>> byFunction;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_FRAMEVARIABLES_H
