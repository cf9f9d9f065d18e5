// Provides the standard files of runs and collects what a run has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_RUNOUTPUT_H
#define PINSTRIPE_EXECUTION_RUNOUTPUT_H

#include "pinstripe/Execution/Janitor.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/ChildProcess.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace pinstripe {

/// The files that programs get as standard input, output and error. They are in
/// memory and have no path, so no program can find them by accident. A started
/// process inherits them under descriptor numbers that we choose, and opens
/// them again through /proc/self/fd.
class OutputFiles {
public:
  /// `sets` is the number of pairs of output files; runs use the first pair.
  /// Starts the janitor, so this must be called before there are other threads.
  static llvm::Expected<OutputFiles> create(unsigned sets = 1);

  /// The paths under which this process opens the first pair.
  std::string standardOutput;
  std::string standardError;

  /// The beginning of the names of these files, by which the janitor finds the
  /// processes that use them.
  static std::string namePrefix();
  /// The target of a link in /proc/PID/fd that leads to the file of a set:
  /// "/memfd:NAME (deleted)".
  std::string linkOfOutput(unsigned set) const;
  std::string linkOfError(unsigned set) const;

  /// Lists all files with consecutive descriptor numbers from `first` on: the
  /// input, then output and error of each set. Without input, `first` is left
  /// out.
  std::vector<PassedFile> passedFrom(int first) const;
  static int outputNumber(int first, unsigned set) {
    return first + 1 + 2 * static_cast<int>(set);
  }
  static int errorNumber(int first, unsigned set) {
    return outputNumber(first, set) + 1;
  }
  /// The path that the program opens as its input.
  std::string inputPath(int first) const;

  /// Makes a copy of the file at `path` that no program can change, unless the
  /// last copy is still the same. An empty path means no input.
  llvm::Error useInput(const std::string &path);
  /// Counts the copies of the input. A process that was started under another
  /// version has another copy open.
  unsigned inputVersion() const { return version; }
  /// The path under which this process opens the copy; empty without input.
  std::string standardInput() const { return input ? input->path() : ""; }
  /// Empties the files of the first set.
  llvm::Error clear() const;
  /// Restores the access rights of the input and of the first set, which a run
  /// may have changed.
  void restoreRights() const;
  Janitor &janitor() const { return *ownJanitor; }

private:
  OutputFiles() = default;

  std::unique_ptr<Janitor> ownJanitor;
  std::vector<AnonymousFile> files; ///< Output and error of each set.
  std::optional<AnonymousFile> input;
  std::string inputSource; ///< Path, time and size of the copied file.
  unsigned version = 0;
};

/// Removes the observed files before a run.
llvm::Error removeObservedFiles(const LaunchSpec &spec);
/// Adds the content of the observed files to `result` after a run.
llvm::Error collectFiles(const LaunchSpec &spec, RunResult &result);
/// Adds the output and the content of the observed files to `result` after a
/// run.
llvm::Error collectOutput(const LaunchSpec &spec, const OutputFiles &outputs,
                          RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNOUTPUT_H
