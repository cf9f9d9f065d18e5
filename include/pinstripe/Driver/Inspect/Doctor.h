// Checks whether the machine has what recording and partial execution need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_DOCTOR_H
#define PINSTRIPE_DRIVER_INSPECT_DOCTOR_H

#include <string>
#include <vector>

namespace pinstripe {

/// The result of one check of the machine or of a program.
struct Finding {
  enum class Status : uint8_t {
    Good,
    Missing, ///< Something is missing that Pinstripe can't work without.
    Note,    ///< The finding is only good to know; nothing is wrong.
  } status = Status::Good;
  std::string what;   ///< The thing checked, such as "ptrace".
  std::string detail; ///< The finding, such as "permitted".
  /// A text that tells the user how to remedy the finding; empty if nothing
  /// needs to be done.
  std::string remedy;
};

/// Checks the machine for all that recording and partial execution need, such
/// as ptrace, lldb-server, fixed addresses, compilers and disk space. Then
/// looks for the programs that only some features need. Tries some of these
/// things in child processes, which end at once.
std::vector<Finding> examineMachine();

/// Checks whether Pinstripe can work with `program`, and with which parts of
/// the program.
std::vector<Finding> examineProgram(const std::string &program);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_DOCTOR_H
