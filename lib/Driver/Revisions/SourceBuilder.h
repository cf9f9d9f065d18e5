// Builds versions of the source, one after the other, in a separate folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H

#include "pinstripe/Revisions/SourceStore.h"
#include "pinstripe/Revisions/WorkFolder.h"
#include <atomic>

namespace pinstripe {

/// The result of a build.
struct BuildResult {
  bool isBuilt = false;
  /// If the build failed, the first line of its output that names an error. If
  /// there is none, the last line.
  std::string error;
  double seconds = 0;
};

/// The folder of a lane, in which states of the source are built. Builds run
/// without a sandbox: they can do whatever the user can.
class SourceBuilder {
public:
  /// `folder` is a folder for this builder alone. The source is in its
  /// subfolder `source`.
  static llvm::Expected<SourceBuilder> create(const std::string &folder,
                                              const std::string &command,
                                              double limitSeconds);

  /// Writes a state into the folder and builds it. If `isClean` is true,
  /// empties the folder first. Returns an InterruptedError soon after `stop` is
  /// set.
  llvm::Expected<BuildResult> build(const SourceStore &store,
                                    const StateId &state, bool isClean,
                                    const std::atomic<bool> &stop);

  /// Returns the path of the folder with the source.
  const std::string &sourceFolder() const { return work.path(); }
  /// Returns the path of the file with the output of the last build.
  std::string logFile() const { return folder + "/build.log"; }

private:
  SourceBuilder(std::string folder, std::string command, double limitSeconds,
                WorkFolder work)
      : folder(std::move(folder)), command(std::move(command)),
        limitSeconds(limitSeconds), work(std::move(work)) {}
  std::vector<std::string> environment() const;
  llvm::Expected<BuildResult> runCommand(const std::atomic<bool> &stop);

  std::string folder, command;
  double limitSeconds;
  WorkFolder work;
  /// False if the last build was ended by Ctrl-C, by a limit or because its
  /// test was cancelled. Such a build may have left incomplete files.
  bool isTrusted = true;
};

/// Returns the line in the output of a failed build that best tells why it
/// failed.
std::string firstError(llvm::StringRef output);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H
