//===- Sandbox.h - A private world for runs ---------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partially executed program can do anything. What runs in a sandbox sees
// the files of the host and may change them as the user could, but what it
// writes is in memory and its own; it has no network, and sees no processes but
// its own. Made of namespaces, overlayfs and a filter of system calls, with the
// rights of the user.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_CONTAINMENT_SANDBOX_H
#define PINSTRIPE_CONTAINMENT_SANDBOX_H

#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// All paths are absolute.
struct SandboxSpec {
  std::string workingDirectory;
  /// What the working directory holds when a run begins; empty: what it holds
  /// anyway.
  std::string initialDirectory;
  /// Folders that look empty: those of cases.
  std::vector<std::string> hiddenFolders;
  /// Files that are not there when a run begins.
  std::vector<std::string> hiddenFiles;
  /// Files and folders that the program changes for good.
  std::vector<std::string> writablePaths;
  /// Of all that a run writes into files.
  uint64_t writtenBytesLimit = uint64_t(256) << 20;
  /// Of each process; more than the user may have is not to be had. 0: as many
  /// as the user's own have at first, and up to 4,096 if they ask for more.
  uint64_t openFileLimit = 0;
};

/// What processes use together.
struct SandboxUse {
  unsigned processes = 0; ///< with their threads
  uint64_t memoryBytes = 0;
  /// One of them has as many files open as it may.
  bool lacksDescriptors = false;
};

/// Runs of one lane, one after the other. Ends all its processes with itself,
/// and they end with the tool, whatever ends that.
class Sandbox {
public:
  /// A ContainmentError if the system does not allow it.
  static llvm::Expected<std::shared_ptr<Sandbox>> create(SandboxSpec spec);
  ~Sandbox();
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  /// How programs are started there.
  const SandboxEntry &entry() const { return theEntry; }

  /// Everything is as at first. To be called before each run, while none is
  /// under way. Costs little where the last run has written nothing. A sandbox
  /// that somebody has ended is made anew.
  llvm::Error prepareRun();
  /// The last run has left no shared memory, semaphores or message queues by
  /// System V. Saves `prepareRun` to look.
  void noteNothingShared() { isAsShared = true; }
  /// Ends all processes there.
  llvm::Error endAll();

  /// What a file holds as the program sees it; none: there is no such file.
  llvm::Expected<std::optional<std::string>>
  readFile(const std::string &path) const;
  /// The files that the last run has made or changed, at most so many; as the
  /// program names them, sorted.
  std::vector<std::string> writtenFiles(size_t most) const;
  /// No more can be written into files.
  bool isFull() const;
  /// What all processes use by now. Where there are more than `mostProcesses`,
  /// only that is known.
  SandboxUse use(unsigned mostProcesses) const;
  /// Whether there are processes that lost their parents.
  bool hasOrphans() const;

  /// Whether nothing was written since `prepareRun`.
  bool isUntouched() const;
  /// Whether the process, by its outside number, is in this folder of the view
  /// that the next run will have.
  bool isIn(pid_t process, const std::string &folder) const;

private:
  struct Link;
  void noteSpace();
  explicit Sandbox(SandboxSpec spec);
  llvm::Error start();
  llvm::Error restart();
  bool isGone() const;
  void buryFormer();
  llvm::Error request(char command);

  SandboxSpec spec;
  std::vector<pid_t> former; ///< wardens that were ended
  SandboxEntry theEntry;
  bool isAsShared = false;
  std::unique_ptr<Link> link;
};

/// The system allows no sandbox.
class ContainmentError : public llvm::ErrorInfo<ContainmentError, UsageError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

/// The number by which we know the child of `parent` that is `inside` in its
/// own namespace; 0: it is gone.
pid_t outsideProcessId(pid_t inside, pid_t parent);

} // namespace pinstripe

#endif // PINSTRIPE_CONTAINMENT_SANDBOX_H
