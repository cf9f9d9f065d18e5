//===- CaseRequest.h - What the user asks for -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_CASEREQUEST_H
#define PINSTRIPE_DRIVER_CASEREQUEST_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A case as it is stated on the command line. Everything that determines
/// the recorded run, and what is to be kept of it.
struct CaseRequest {
  std::string program; ///< as typed
  std::vector<std::string> arguments;
  std::string standardInput;            ///< empty: /dev/null
  std::vector<std::string> environment; ///< NAME=VALUE, added
  PredicateSpec predicate;
  Poison poison = Poison::Pattern;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  double timeoutSeconds = 10; ///< of a plain run
  unsigned repeat = 3;        ///< plain runs that must be alike
  std::string compilationDatabase;
  std::string engine = "auto";
  std::string caseDirectory = ".pinstripe";
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_CASEREQUEST_H
