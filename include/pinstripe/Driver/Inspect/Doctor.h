// Checks what recording and partial execution need from the machine.
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
    Missing, ///< The machine lacks what Pinstripe needs.
    Note,    ///< A fact that is good to know.
  } status = Status::Good;
  std::string what;   ///< What was checked, such as "ptrace".
  std::string detail; ///< What was found, such as "permitted".
  std::string remedy; ///< What to do; empty if nothing needs to be done.
};

/// Checks everything that recording and partial execution need: ptrace,
/// lldb-server, fixed addresses, compilers, disk. Starts short child processes.
std::vector<Finding> examineMachine();

/// Checks whether Pinstripe can work with the program, and with how much of it.
std::vector<Finding> examineProgram(const std::string &program);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_DOCTOR_H
