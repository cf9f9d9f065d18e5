// Makes sandboxes, in which programs run without changing the machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partially executed program can do anything. A program in a sandbox sees the
// files of the host and may change them as the user could, but its changes stay
// in memory and in the sandbox. The program has no network, and sees no
// processes outside of the sandbox.
//
// A sandbox is made of namespaces, overlayfs and a filter of system calls. It
// needs no rights beyond the user's own.

#ifndef PINSTRIPE_CONTAINMENT_SANDBOX_H
#define PINSTRIPE_CONTAINMENT_SANDBOX_H

#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <ctime>
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
  /// The path of the folder whose contents the working directory has when a run
  /// begins. No run changes this folder itself. If the path is empty, the
  /// working directory has its own contents.
  std::string initialDirectory;
  /// Folders that look empty to the program, such as the directory in which
  /// Pinstripe keeps its recordings.
  std::vector<std::string> hiddenFolders;
  /// Folders that the program can read although they are in a hidden folder.
  /// They must exist, and must be direct subfolders of the hidden folder.
  std::vector<std::string> shownFolders;
  /// Paths of files that the program does not find when a run begins, even if
  /// they exist outside of the sandbox.
  std::vector<std::string> hiddenFiles;
  /// Files and folders that the program may really change: these changes reach
  /// the disk and stay after the run.
  std::vector<std::string> writablePaths;
  /// Maximum size in bytes of everything that a run writes into files.
  uint64_t writtenBytesLimit = uint64_t(256) << 20;
  /// Maximum number of open files of each process, at most the user's own
  /// limit. If it is 0, a process begins with the user's soft limit and may
  /// raise that limit to 4,096.
  uint64_t openFileLimit = 0;
  /// The time that calendar clocks show when the program starts, in seconds
  /// since 1970.
  uint64_t clockStart = 0;
};

class SteadyAnswers;

/// The resources that all processes of a sandbox together use at the moment.
struct SandboxUse {
  unsigned processes = 0; ///< number of processes and threads in the sandbox
  uint64_t memoryBytes = 0;
  /// True if at least one process has opened as many files as its limit allows.
  bool lacksDescriptors = false;
};

enum class WardenRequest : char;
struct WardenReply;

/// A sandbox in which runs are made one after the other. Simultaneous runs need
/// a sandbox each. All processes in the sandbox end when the Sandbox is
/// destroyed, and also when the tool ends for any reason.
class Sandbox {
public:
  /// Makes a sandbox. Returns a ContainmentError if the system allows no
  /// sandbox.
  static llvm::Expected<std::shared_ptr<Sandbox>> create(SandboxSpec spec);
  ~Sandbox();
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  /// Returns everything that the function startChild needs to start a program
  /// in the sandbox.
  const SandboxEntry &entry() const { return theEntry; }

  /// Restores everything in the sandbox to the state that it had when the
  /// sandbox was made. Must be called before each run, while no other run is
  /// going on. Takes little time if the last run has written nothing. If
  /// somebody has killed the sandbox, makes a new one.
  llvm::Error prepareRun();
  /// Gives the next run a file at `path`, or removes the file if `content` is
  /// nullopt. `path` is absolute, and its folder must exist. Must be called
  /// after `prepareRun`. The file may stay for later runs, so before each of
  /// them this function must be called for the same path, too. Returns a
  /// UsageError if the file can't be written or removed.
  llvm::Error provideFile(const std::string &path,
                          std::optional<llvm::StringRef> content);
  /// Tells the sandbox that the last run has left no shared memory, semaphores
  /// or message queues of System V, so that `prepareRun` need not look for any.
  void noteNothingShared() { isAsShared = true; }
  /// The purpose for which the next process in the sandbox is started. It
  /// determines the process id that the process gets.
  enum class NextProcess : uint8_t {
    Run,
    /// A checkpoint: a process that has executed the common beginning of
    /// several runs. The runs are forked from the checkpoint, which lives on.
    /// So a checkpoint and a run must have different process ids.
    Checkpoint
  };
  /// Sets the process id that the next process in the sandbox gets, so that the
  /// program has the same id in all runs. Does nothing if the system does not
  /// allow Pinstripe to set the id.
  void nameNextProcess(NextProcess next);
  /// Calls `nameNextProcess` if the process id can make a difference: in the
  /// first few runs, and in all runs after a program in the sandbox has asked
  /// for a process id. A program that never asks can't notice which id it has.
  void nameNextProcessIfAsked(NextProcess next);
  /// Returns whether a program in the sandbox has asked for a process id since
  /// `prepareRun` was last called.
  bool hasAskedForIds() const;
  /// Returns true if a program in the sandbox has ever checked (as isatty does)
  /// whether a standard stream is a terminal.
  bool hasAskedForTerminal() const;
  /// Says who ends the waits of threads for other threads when their time
  /// limits are over: the kernel, as usual, or the engine. The engine does so
  /// by the program's clock, see `programTimeLeft`.
  void setEngineEndsWaits(bool engineEnds);
  /// Ends all processes in the sandbox.
  llvm::Error endAll();

  /// Returns the contents of a file as the program sees it; nullopt if there is
  /// no such file, or if the file can't be read.
  llvm::Expected<std::optional<std::string>>
  readFile(const std::string &path) const;
  /// Returns the files that the last run has made or changed, but at most
  /// `maxFiles` of them. The files are sorted, and are given by the paths that
  /// the program would use.
  std::vector<std::string> writtenFiles(size_t maxFiles) const;
  /// Returns whether the run has written as much as it may: the maximum number
  /// of bytes or of files.
  bool isFull() const;
  /// Measures the resources that all processes in the sandbox use now. If there
  /// are more than `maxProcesses` processes, only counts the processes.
  SandboxUse use(unsigned maxProcesses) const;
  /// Returns whether some processes in the sandbox have lost their parents, as
  /// daemons do.
  bool hasOrphans() const;

  /// Returns whether nothing was written in the sandbox since `prepareRun`.
  bool isUntouched() const;
  /// Returns whether a process has the folder at `folder` as its working
  /// directory. `process` is the id of the process outside of the sandbox. The
  /// result is false if the process is in a folder that `prepareRun` has
  /// replaced: it replaces each folder in which a run has written.
  bool isIn(pid_t process, const std::string &folder) const;

private:
  struct Link;
  struct ProvidedFile;
  void noteSpace();
  bool hasProvidedFiles() const;
  explicit Sandbox(SandboxSpec spec);
  llvm::Error start();
  llvm::Error restart();
  bool isGone() const;
  void reapFormerWardens();
  llvm::Error request(WardenRequest what);
  bool ask(WardenRequest what, WardenReply &reply);

  SandboxSpec spec;
  /// Process ids of wardens (first processes) of replaced sandboxes. These
  /// wardens were killed, but not reaped yet.
  std::vector<pid_t> formerWardens;
  SandboxEntry theEntry;
  bool isAsShared = false;
  /// How often `nameNextProcessIfAsked` was called while no program had asked
  /// for a process id yet. Only the first few of these calls set the id of the
  /// next process.
  unsigned namedRuns = 0;
  std::unique_ptr<Link> link;
  /// The files that `provideFile` has written since the sandbox was last
  /// restored.
  std::vector<ProvidedFile> providedFiles;
  /// Guards `link`, since two threads send requests to the sandbox's first
  /// process, the warden. The lock is held during each request, and while a new
  /// sandbox replaces a killed one.
  std::mutex linkMutex;
  /// Answers those system calls of the programs that must have the same answer
  /// in all runs. The thread that gives the answers also sends requests to the
  /// warden, the first process of the sandbox.
  std::unique_ptr<SteadyAnswers> answers;
};

/// The error for a sandbox that can't be made, since the system does not allow
/// the user to make one.
class ContainmentError : public llvm::ErrorInfo<ContainmentError, UsageError> {
public:
  static inline char ID = 0;
  using ErrorInfo::ErrorInfo;
};

/// Advances the clock that a program in a sandbox sees, as if the program had
/// slept. Does nothing if the program is not in a sandbox. The program must not
/// be running at the moment.
void passTime(pid_t process, uint64_t microseconds);

/// Returns the time in microseconds that is left until `deadline` by the clock
/// of a program in a sandbox. `deadline` is that of a wait of which
/// `Sandbox::setEngineEndsWaits` says that the engine ends it. Returns nullopt
/// for all other deadlines.
std::optional<uint64_t> programTimeLeft(pid_t process,
                                        const timespec &deadline);

/// Converts a process id in a sandbox into the id outside of the sandbox. The
/// process with the id `inside` must be a child of `parent`. Returns 0 if it
/// has ended.
pid_t outsideProcessId(pid_t inside, pid_t parent);

} // namespace pinstripe

#endif // PINSTRIPE_CONTAINMENT_SANDBOX_H
