// Checks whether the machine has what recording and partial execution need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_DOCTOR_H
#define PINSTRIPE_DRIVER_INSPECT_DOCTOR_H

#include <string>
#include <vector>

namespace pinstripe {

/// The result of one check.
struct Finding {
  enum class Status : uint8_t {
    Good,
    Missing, ///< Something is missing without which Pinstripe can't work.
    Note,    ///< A fact that is good to know; nothing is wrong.
  } status = Status::Good;
  std::string what;   ///< The thing checked, such as "ptrace".
  std::string detail; ///< The finding, such as "permitted".
  /// Tells the user what to do about it; empty if nothing needs to be done.
  std::string remedy;
};

/// Checks the machine for all that recording and partial execution need:
/// ptrace, lldb-server, fixed addresses, compilers, disk space. Starts short
/// child processes.
std::vector<Finding> examineMachine();

/// Checks whether Pinstripe can work with this program, and which parts of it.
std::vector<Finding> examineProgram(const std::string &program);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_DOCTOR_H
