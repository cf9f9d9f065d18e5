// Sets a case (a recorded run with its results) aside during a new recording,
// and restores it if the recording fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_STORE_FORMERCASE_H
#define PINSTRIPE_LIB_STORE_FORMERCASE_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Keeps the former case while another case is recorded in the same case
/// directory, and restores it if the recording does not complete. So an error,
/// a kill or a full disk never costs a result.
///
/// The former case is moved into a folder inside the case directory. When a
/// case is set aside or restored, its trace is moved last, since a case with a
/// trace counts as complete. Only the holder of the directory's lock may use
/// this class.
class FormerCase {
public:
  explicit FormerCase(std::string location) : location(std::move(location)) {}
  /// Calls `settle`, which brings the former case back unless the new one is
  /// complete. Errors are ignored.
  ~FormerCase();
  FormerCase(const FormerCase &) = delete;
  FormerCase &operator=(const FormerCase &) = delete;

  /// If the case in the case directory is complete, sets the case aside. If it
  /// is incomplete, removes it. Afterwards the case directory holds no case.
  llvm::Error putAway();
  /// Ends the replacement of a case: keeps the new case if it is complete,
  /// otherwise restores the former case. May be called at any time, even after
  /// the tool was killed in the middle of `putAway` or `settle`.
  llvm::Error settle();
  /// Returns true if the case directory `location` holds a former case that is
  /// set aside.
  static bool isLeftIn(const std::string &location);

private:
  llvm::Error discard();
  llvm::Error putBack();
  llvm::Error moveBack();
  llvm::Error removeUnfinished();

  std::string location;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_STORE_FORMERCASE_H
