// Starts a program: fork, the way into a sandbox, and exec.
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

/// The files that become descriptors 0, 1 and 2 of the child.
struct ChildStreams {
  FileDescriptor input, output, error;
};

/// Another open file of this process, and the descriptor number that it gets in
/// the program.
struct PassedFile {
  int file = -1;
  int number = -1;
};

/// Options for programs that are not started like a plain run.
struct ChildExtras {
  /// The calling thread traces the program, which stops after exec.
  bool isTraced = false;
  std::vector<PassedFile> passedFiles;
  /// The program is a server that forks the runs. In a sandbox it gets one of
  /// the process ids reserved for servers, to which runs can't send signals.
  bool isServer = false;
  /// A folder that is mounted over the working directory for the program and
  /// its descendants alone. Empty: no such folder.
  std::string privateView;
  /// The pipe to which a supervisor reports (see SupervisedProgram); -1 if the
  /// program has no supervisor.
  int supervisorPipe = -1;
};

/// Tries whether this process may mount a private view for a child.
bool canHavePrivateViews();

/// Opens the files that `spec` names. Output files are created or truncated.
llvm::Expected<ChildStreams> openStreams(const SubprocessSpec &spec);

/// Starts the program of `spec` and returns after exec has succeeded. The child
/// ends with the calling thread. Returns the process id of the program, or of
/// its supervisor if it has one.
llvm::Expected<pid_t> startChild(const SubprocessSpec &spec,
                                 const ChildStreams &streams,
                                 const ChildExtras &extras = {});

/// Gives a process real-time priority, so that it can end a run that has
/// started thousands of processes. Works for root only; children do not inherit
/// it. 0 means the calling thread.
void putFirst(pid_t process);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_CHILDPROCESS_H
