//===- ChildProcess.h - Fork, exec, and what lies between -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_CHILDPROCESS_H
#define PINSTRIPE_SUPPORT_CHILDPROCESS_H

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// The descriptors that become 0, 1 and 2 of the child.
struct ChildStreams {
  FileDescriptor input, output, error;
};

/// One more descriptor of ours for a program, and its number there.
struct PassedFile {
  int file = -1;
  int number = -1;
};

/// What some programs are started with beyond a plain run.
struct ChildExtras {
  /// It is traced by the calling thread, and stops when exec has succeeded.
  bool isTraced = false;
  std::vector<PassedFile> passedFiles;
  /// Runs come from it. In a sandbox it gets the number of servers, so that
  /// they can't send signals to it.
  bool isServer = false;
  /// A folder that is mounted over the working directory, for the program
  /// and its descendants alone. Empty: none.
  std::string privateView;
  /// For KeptProgram, which see: where the keeper reports. None: no keeper.
  int keeperPipe = -1;
};

/// Whether children can have a private view here. Tries it.
bool canHavePrivateViews();

/// Opens the files that `spec` names, those of the output anew.
llvm::Expected<ChildStreams> openStreams(const SubprocessSpec &spec);

/// Starts the program of `spec`; returns when exec has succeeded. The child
/// ends with the calling thread. With a keeper it is that which is returned.
llvm::Expected<pid_t> startChild(const SubprocessSpec &spec,
                                 const ChildStreams &streams,
                                 const ChildExtras &extras = {});

/// Who ends what gets out of hand comes first, however many others want the
/// processor: of little use to it, but with thousands of them it is all that
/// helps. Only root may have that; it is not inherited. 0: this thread.
void putFirst(pid_t process);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_CHILDPROCESS_H
