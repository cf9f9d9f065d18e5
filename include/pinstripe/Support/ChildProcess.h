// Starts a program as a child process, in a sandbox if wanted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_CHILDPROCESS_H
#define PINSTRIPE_SUPPORT_CHILDPROCESS_H

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// The open files that a child gets as standard input, output and error.
struct ChildStreams {
  FileDescriptor input, output, error;
};

/// An open file of this process that is passed on to a started program.
/// `number` is the descriptor number that the file gets in the program.
struct PassedFile {
  int file = -1;
  int number = -1;
};

/// Options for programs that need more than a plain run, such as debuggers and
/// traced programs. A plain run is a run without recording.
struct ChildExtras {
  /// True if the program is to be traced by the calling thread, using ptrace.
  /// The program then stops after exec.
  bool isTraced = false;
  std::vector<PassedFile> passedFiles;
  /// True if the program is a server. A server is a process that starts runs of
  /// the program under test. In a sandbox, a server gets a reserved process id,
  /// so that runs can't send signals to it.
  bool isServer = false;
  /// True if the program is a debugger that starts the program under test. A
  /// debugger in a sandbox sees the real time. Other programs in a sandbox see
  /// the same times in every run.
  bool isDebugger = false;
  /// Path of a folder that the program and its descendants see in place of the
  /// working directory. Other processes do not see it there. Several runs at
  /// the same time can thus use the same path, each with its own files. Empty
  /// if the working directory is not replaced.
  std::string privateView;
  /// The descriptor of the pipe to which the supervisor process of the program
  /// writes its reports; -1 if the program has no supervisor. See
  /// SupervisedProgram.
  int supervisorPipe = -1;
};

/// Returns whether this process may mount a folder so that only a child sees
/// it. Finds out by creating a mount namespace in a child.
bool canHavePrivateViews();

/// Opens the files that `spec` names for the standard streams. Output files are
/// created or truncated.
llvm::Expected<ChildStreams> openStreams(const SubprocessSpec &spec);

/// Starts the program that `spec` describes and returns after exec has
/// succeeded. The program is killed when the calling thread ends. Returns the
/// process id of the program, or of its supervisor if it has one.
llvm::Expected<pid_t> startChild(const SubprocessSpec &spec,
                                 const ChildStreams &streams,
                                 const ChildExtras &extras = {});

/// Gives a process real-time priority. A process with this priority can end a
/// run even if the run has started thousands of processes. The id 0 means the
/// calling thread. Works for root only. Children do not inherit the priority.
void putFirst(pid_t process);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_CHILDPROCESS_H
