//===- RunOutput.h - The standard files of runs -----------------*- C++ -*-===//
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
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/MemoryFile.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace pinstripe {

/// Where the program's standard output and error go, and what its standard
/// input comes from: files in memory, which it can't find by a path. Processes
/// that are started have them open under numbers of our choice and open them
/// anew by these.
class OutputFiles {
public:
  /// `sets`: how many pairs of output files there are; the first is that of
  /// runs. Starts the janitor, so before there are other threads.
  static llvm::Expected<OutputFiles> create(unsigned sets = 1);

  /// Of the first pair, as this process opens it.
  std::string standardOutput;
  std::string standardError;

  /// What the janitor knows the files of this object by.
  static std::string namePrefix();
  /// "/memfd:NAME (deleted)": the links of a process that has it open.
  std::string linkOfOutput(unsigned set) const;
  std::string linkOfError(unsigned set) const;

  /// All files under consecutive numbers from `first` on: the input, if there
  /// is one, else a number is left out, then output and error of each set.
  std::vector<PassedFile> passedFrom(int first) const;
  static int outputNumber(int first, unsigned set) {
    return first + 1 + 2 * static_cast<int>(set);
  }
  static int errorNumber(int first, unsigned set) {
    return outputNumber(first, set) + 1;
  }
  /// What the program opens as its input.
  std::string inputPath(int first) const;

  /// Makes a copy that no program can change, unless that of last time is still
  /// the same. Empty: no input.
  llvm::Error useInput(const std::string &path);
  /// Which copy it is, counted up: who was started before has another one.
  unsigned inputVersion() const { return version; }
  /// What the copy is opened by here; empty without input.
  std::string standardInput() const { return input ? input->path() : ""; }
  /// Nothing is in the files of the first set.
  llvm::Error clear() const;
  /// Of what a run has had open: its input, and the first set.
  void restoreRights() const;
  Janitor &janitor() const { return *ownJanitor; }

private:
  OutputFiles() = default;

  std::unique_ptr<Janitor> ownJanitor;
  std::vector<MemoryFile> files; ///< output and error of each set
  std::optional<MemoryFile> input;
  std::string inputSource; ///< with its time and size
  unsigned version = 0;
};

/// Before a run: no watched file is there.
llvm::Error removeWatchedFiles(const LaunchSpec &spec);
/// After a run: fills in the watched files.
llvm::Error collectFiles(const LaunchSpec &spec, RunResult &result);
/// After a run: fills in the output and the watched files.
llvm::Error collectOutput(const LaunchSpec &spec, const OutputFiles &outputs,
                          RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNOUTPUT_H
