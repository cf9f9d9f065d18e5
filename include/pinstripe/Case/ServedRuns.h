// Makes many runs of a program without an engine; needs no debug information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_SERVEDRUNS_H
#define PINSTRIPE_CASE_SERVEDRUNS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/PlainServer.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace pinstripe {

/// A file that a run finds at the absolute path `path`. If `content` is
/// nullopt, the run finds no file at this path.
struct ProvidedFile {
  std::string path;
  std::optional<llvm::StringRef> content;
};

/// Restores the working directory of the runs in `place`. Then writes those of
/// `files` that have a content, and removes the others.
llvm::Error prepareRun(RunPlace &place, llvm::ArrayRef<ProvidedFile> files);

/// Makes plain runs (runs without an engine), one after the other, in one
/// sandbox and working directory. A server process starts the program, so a run
/// takes little more time than the program itself. All functions must be called
/// on one thread.
class ServedRuns {
public:
  explicit ServedRuns(RunPlace place) : place(std::move(place)) {}

  /// Makes a run whose standard input is `input`. The program finds `files`,
  /// which must be at the same paths in all runs. All limits of the launch
  /// apply. Soon after `stop` is set, ends the run and returns an
  /// InterruptedError. If somebody has killed the server that starts the
  /// program, makes a new server and repeats the run.
  llvm::Expected<RunResult> make(const LaunchSpec &launch,
                                 llvm::StringRef input,
                                 llvm::ArrayRef<ProvidedFile> files,
                                 const std::atomic<bool> &stop);

private:
  llvm::Expected<RunResult> makeOnce(const LaunchSpec &launch,
                                     llvm::StringRef input,
                                     llvm::ArrayRef<ProvidedFile> files,
                                     const std::atomic<bool> &stop);

  RunPlace place;
  std::unique_ptr<PlainServer> server;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_SERVEDRUNS_H
