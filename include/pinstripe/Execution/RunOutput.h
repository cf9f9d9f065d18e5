//===- RunOutput.h - What a run wrote ---------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_RUNOUTPUT_H
#define PINSTRIPE_EXECUTION_RUNOUTPUT_H

#include "pinstripe/Execution/Janitor.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Where the program's standard output and error go: files in a folder of
/// their own, which is removed with the object, or by its janitor. Two engines
/// may share the scratch folder, and a process that is kept keeps its files
/// open.
class OutputFiles {
public:
  /// `prefix` begins the name of the folder. Starts the janitor, so before
  /// there are other threads.
  static llvm::Expected<OutputFiles> create(llvm::StringRef scratchDirectory,
                                            llvm::StringRef prefix);
  OutputFiles(OutputFiles &&other) noexcept = default;
  OutputFiles &operator=(OutputFiles &&other) noexcept = default;
  ~OutputFiles();

  std::string standardOutput;
  std::string standardError;
  Janitor &janitor() const { return *ownJanitor; }

private:
  OutputFiles() = default;

  std::unique_ptr<Janitor> ownJanitor;
};

/// Before a run: no watched file is there.
llvm::Error removeWatchedFiles(const LaunchSpec &spec);
/// After a run: fills in the output and the watched files.
llvm::Error collectOutput(const LaunchSpec &spec, const OutputFiles &outputs,
                          RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNOUTPUT_H
