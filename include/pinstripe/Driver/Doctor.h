//===- Doctor.h - What the machine lacks ------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_DOCTOR_H
#define PINSTRIPE_DRIVER_DOCTOR_H

#include <string>
#include <vector>

namespace pinstripe {

/// One thing that was looked at.
struct Finding {
  enum class Status : uint8_t {
    Good,
    Missing, ///< Pinstripe can't work without it
    Note,    ///< good to know
  } status = Status::Good;
  std::string what;   ///< "ptrace"
  std::string detail; ///< "permitted"
  std::string remedy; ///< empty when nothing is to be done
};

/// Looks at everything that recording and partial execution need: ptrace,
/// lldb-server, fixed addresses, compilers, disk. Starts short child
/// processes.
std::vector<Finding> examineMachine();

/// Whether the program can be used, and how much of it.
std::vector<Finding> examineProgram(const std::string &program);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_DOCTOR_H
