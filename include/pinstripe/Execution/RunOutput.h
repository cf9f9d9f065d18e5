// Provides the input, output and error files of runs and collects what a run
// has written.
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

/// The files that programs get as standard input, output and error. They are
/// files in memory, which have no name in any directory, so no program can find
/// them by accident. A started process inherits the files under descriptor
/// numbers that Pinstripe chooses, and opens them again through /proc/self/fd.
class OutputFiles {
public:
  /// Creates `sets` pairs of files for output and error; a single run uses the
  /// first pair. Also starts the janitor, the process that cleans up if the
  /// tool is killed. So this function must be called before other threads
  /// exist.
  static llvm::Expected<OutputFiles> create(unsigned sets = 1);

  /// The paths under which the tool itself opens the files that a single run
  /// uses (the first pair): those for standard output and standard error.
  std::string standardOutput;
  std::string standardError;

  /// Returns the common prefix of the names of all files in memory that are the
  /// input, output or error of runs. By this prefix, the janitor (see
  /// Janitor.h) finds the processes that use the files.
  static std::string namePrefix();
  /// Returns the target of a link such as /proc/PID/fd/1 that leads to the
  /// output file of the pair with the number `set`. The target is the text
  /// "/memfd:NAME (deleted)".
  std::string linkOfOutput(unsigned set) const;
  std::string linkOfError(unsigned set) const;

  /// Lists the files that a started process inherits, with their descriptor
  /// numbers. The input has the number `first`. The files for output and error
  /// have the numbers that follow, pair by pair. If there is no input, the
  /// number `first` stays free.
  std::vector<PassedFile> passedFrom(int first) const;
  static int outputNumber(int first, unsigned set) {
    return first + 1 + 2 * static_cast<int>(set);
  }
  static int errorNumber(int first, unsigned set) {
    return outputNumber(first, set) + 1;
  }
  /// Returns the path that the program opens as its standard input. `first` is
  /// the descriptor number of the input. Returns "/dev/null" if there is no
  /// input.
  std::string inputPath(int first) const;

  /// Copies the input at `path` to a file that no program can change. Does
  /// nothing if the last copy is still up to date. An empty path means no
  /// input.
  llvm::Error useInput(const std::string &path);
  /// Returns how many copies of the input were made so far. If this number has
  /// grown since a process was started, the process has an outdated copy open.
  unsigned inputVersion() const { return version; }
  /// Returns the path under which the tool opens the copy of the input; empty
  /// if there is no input.
  std::string standardInput() const { return input ? input->path() : ""; }
  /// Empties the files for output and error that a single run uses (the first
  /// pair).
  llvm::Error clear() const;
  /// Restores the access rights of the input, and of the files for output and
  /// error that a single run uses (the first pair). A run may have changed
  /// them.
  void restoreRights() const;
  Janitor &janitor() const { return *ownJanitor; }

private:
  OutputFiles() = default;

  std::unique_ptr<Janitor> ownJanitor;
  /// The files of all pairs, one pair after the other. A pair is a file for
  /// standard output and a file for standard error.
  std::vector<AnonymousFile> files;
  std::optional<AnonymousFile> input;
  /// Path, inode, size and modification time of the input file when it was
  /// copied. If they change, the input is copied again.
  std::string inputSource;
  unsigned version = 0;
};

/// Removes the files that `spec.observedFiles` lists, before a run. Does
/// nothing if the run has a sandbox, which hides these files.
llvm::Error removeObservedFiles(const LaunchSpec &spec);
/// Adds the content of the files that `spec.observedFiles` lists to `result`,
/// after a run.
llvm::Error collectFiles(const LaunchSpec &spec, RunResult &result);
/// Adds standard output, standard error and the content of the observed files
/// to `result`, after a run.
llvm::Error collectOutput(const LaunchSpec &spec, const OutputFiles &outputs,
                          RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNOUTPUT_H
