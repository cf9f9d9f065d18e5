//===- Case.h - What is reduced, and how -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_STORE_CASE_H
#define PINSTRIPE_STORE_CASE_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// Must be raised when a field changes its meaning; fields may be added
/// within a version.
constexpr uint32_t CASE_FORMAT_VERSION = 1;

/// A shared library that is traced like the program.
struct CaseModule {
  std::string path;      ///< absolute, links resolved
  std::string buildHash; ///< as TracedModule::buildHash
};

/// All that the user has stated, as stored in `case.yaml`.
struct Case {
  /// As the user named things: `standardInput` (empty: none) and
  /// `workingDirectory` are theirs. See CaseDirectory::launchIn for what the
  /// runs use.
  LaunchSpec launch;
  PredicateSpec predicate;
  uint32_t repeat = 3;             ///< runs of the determinism check
  std::string compilationDatabase; ///< folder; empty: search for one
  std::string buildHash; ///< of the program, as TracedModule::buildHash
  std::vector<CaseModule> modules; ///< beside the program
  /// The files that the run as it is makes or changes: relative where they are
  /// below the working directory, else absolute.
  std::vector<std::string> writtenFiles;
  /// Of each run, as the user wrote them: "memory=2G".
  std::vector<std::string> limits;
};

/// YAML, for people to read too.
std::string formatCase(const Case &value);

/// `name` is what messages call the text. TraceFormatErrors: another version;
/// with line and column what can't be read. Unknown fields are skipped.
llvm::Expected<Case> parseCase(llvm::StringRef text, llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASE_H
