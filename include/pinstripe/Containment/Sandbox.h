// Runs programs in a private world, so that they can't change the machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partially executed program can do anything. In a sandbox it sees the files
// of the host and may change them as the user could, but its changes stay in
// memory and in the sandbox. It has no network, and sees no processes outside
// of the sandbox. A sandbox is made of namespaces, overlayfs and a filter of
// system calls; the user's own rights suffice.

#ifndef PINSTRIPE_CONTAINMENT_SANDBOX_H
#define PINSTRIPE_CONTAINMENT_SANDBOX_H

#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// Describes what a sandbox shows and allows. All paths are absolute.
struct SandboxSpec {
  std::string workingDirectory;
  /// The folder whose contents the working directory shows when a run begins;
  /// empty: the working directory shows its own contents.
  std::string initialDirectory;
  /// Folders that look empty to the program, such as case directories.
  std::vector<std::string> hiddenFolders;
  /// Paths of files that the program does not find when a run begins, even if
  /// they exist outside of the sandbox.
  std::vector<std::string> hiddenFiles;
  /// Files and folders whose changes by the program reach the disk.
  std::vector<std::string> writablePaths;
  /// Maximum size in bytes of everything that a run writes into files.
  uint64_t writtenBytesLimit = uint64_t(256) << 20;
  /// Maximum number of open files of each process, up to the user's own limit.
  /// 0: a process begins with the user's soft limit and may raise it to 4,096.
  uint64_t openFileLimit = 0;
  /// What calendar clocks show when the program starts, in seconds since 1970.
  uint64_t clockStart = 0;
};

class SteadyAnswers;

/// The resources that all processes of a sandbox use together.
struct SandboxUse {
  unsigned processes = 0; ///< number of processes and threads in the sandbox
  uint64_t memoryBytes = 0;
  /// Whether some process has as many open files as it may have.
  bool lacksDescriptors = false;
};

enum class WardenRequest : char;
struct WardenReply;

/// A sandbox in which one run after the other is made; runs at the same time
/// need several. All processes in it end when the object is destroyed, and when
/// the tool ends for whatever reason.
class Sandbox {
public:
  /// Makes a sandbox. Returns a ContainmentError if the system allows none.
  static llvm::Expected<std::shared_ptr<Sandbox>> create(SandboxSpec spec);
  ~Sandbox();
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  /// Returns what startChild needs to start a program in the sandbox.
  const SandboxEntry &entry() const { return theEntry; }

  /// Restores everything in the sandbox to how it was when the sandbox was
  /// made. Must be called before each run, while no run is under way. Costs
  /// little if the last run has written nothing. If somebody has killed the
  /// sandbox, makes a new one.
  llvm::Error prepareRun();
  /// Tells the sandbox that the last run has left no shared memory, semaphores
  /// or message queues of System V. Then `prepareRun` need not look for them.
  void noteNothingShared() { isAsShared = true; }
  /// Says what the next process in the sandbox will be, which decides its id.
  enum class NextProcess : uint8_t {
    Run,
    /// A run that is kept as the beginning of other runs. It must not take the
    /// process id that these runs get.
    Checkpoint
  };
  /// Determines the id of the next process in the sandbox, if the system allows
  /// that, so that the program has the same one in all runs.
  void nameNextProcess(NextProcess next);
  /// Calls `nameNextProcess` for the first few runs, and for all runs once the
  /// program has asked for a process id. A program that never asks can't notice
  /// which id it has.
  void nameNextProcessIfAsked(NextProcess next);
  /// Returns whether the program has asked for a process id in this run.
  bool hasAskedForIds() const;
  /// Returns whether a program in the sandbox has ever asked whether its
  /// standard input or output is a terminal, as isatty does.
  bool hasAskedForTerminal() const;
  /// Ends all processes in the sandbox.
  llvm::Error endAll();

  /// Returns the contents of a file as the program sees it; nullopt if there is
  /// no such file, or if it can't be read.
  llvm::Expected<std::optional<std::string>>
  readFile(const std::string &path) const;
  /// Returns up to `maxFiles` files that the last run has made or changed, by
  /// the paths that the program uses, sorted.
  std::vector<std::string> writtenFiles(size_t maxFiles) const;
  /// Returns whether the run has reached the limit on written bytes or files.
  bool isFull() const;
  /// Measures what all processes in the sandbox use now. If there are more than
  /// `maxProcesses` processes, only counts them.
  SandboxUse use(unsigned maxProcesses) const;
  /// Returns whether some processes in the sandbox have lost their parents, as
  /// daemons do.
  bool hasOrphans() const;

  /// Returns whether nothing was written in the sandbox since `prepareRun`.
  bool isUntouched() const;
  /// Returns whether a process has `folder`, as the next run will see it, as
  /// its working directory. The process is given by its process id outside of
  /// the sandbox.
  bool isIn(pid_t process, const std::string &folder) const;

private:
  struct Link;
  void noteSpace();
  explicit Sandbox(SandboxSpec spec);
  llvm::Error start();
  llvm::Error restart();
  bool isGone() const;
  void reapFormerWardens();
  llvm::Error request(WardenRequest what);
  bool ask(WardenRequest what, WardenReply &reply);

  SandboxSpec spec;
  /// Process ids of killed wardens (the first processes of former sandboxes)
  /// that have not been reaped yet.
  std::vector<pid_t> formerWardens;
  SandboxEntry theEntry;
  bool isAsShared = false;
  /// How many of the first runs got a fixed process id, before it was known
  /// whether the program asks for one.
  unsigned namedRuns = 0;
  std::unique_ptr<Link> link;
  /// Guards `link`: held during a request to the warden, since two threads make
  /// requests, and while a new sandbox replaces a killed one.
  std::mutex linkMutex;
  /// Answers those system calls of the programs that must have the same answer
  /// in all runs. Its thread sends requests to the warden, too.
  std::unique_ptr<SteadyAnswers> answers;
};

/// The error that the system does not allow the user to make a sandbox.
class ContainmentError : public llvm::ErrorInfo<ContainmentError, UsageError> {
public:
  static inline char ID = 0;
  using ErrorInfo::ErrorInfo;
};

/// Converts a process id: returns the one outside of the sandbox for the child
/// of `parent` that has the process id `inside` in its own namespace; 0 if that
/// child has ended.
pid_t outsideProcessId(pid_t inside, pid_t parent);

} // namespace pinstripe

#endif // PINSTRIPE_CONTAINMENT_SANDBOX_H
