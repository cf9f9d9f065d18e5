// Builds states of the source, one after the other, in a folder of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H

#include "pinstripe/Revisions/SourceStore.h"
#include "pinstripe/Revisions/WorkFolder.h"
#include <atomic>

namespace pinstripe {

/// What came of a build.
struct BuildResult {
  bool isBuilt = false;
  /// If it failed, the first line of its output that names an error, or the
  /// last line.
  std::string error;
  double seconds = 0;
};

/// The folder of a lane with the source, and the builds in it. Builds are not
/// confined: they do what the same command does when the user types it.
class SourceBuilder {
public:
  /// `folder` is a folder of our own for this builder alone; the source is in
  /// its subfolder `source`.
  static llvm::Expected<SourceBuilder> create(const std::string &folder,
                                              const std::string &command,
                                              double limitSeconds);

  /// Writes a state into the folder and builds it. With `isClean`, begins with
  /// an empty folder. Returns an InterruptedError soon after `stop` is set.
  llvm::Expected<BuildResult> build(const SourceStore &store,
                                    const StateId &state, bool isClean,
                                    const std::atomic<bool> &stop);

  /// Returns the folder in which the source is.
  const std::string &sourceFolder() const { return work.path(); }
  /// Returns the file with the output of the last build.
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
  /// True if the last build was not ended by Ctrl-C or a cancelled test. What a
  /// build that was killed has written can be half a file.
  bool isTrusted = true;
};

/// Returns the line of a build's output that says best why it failed.
std::string firstError(llvm::StringRef output);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCEBUILDER_H
