//===- Containment.cpp - How the suite asks for it ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Containment.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/resource.h>
#include <unistd.h>

using namespace pinstripe;

static constexpr rlim_t mostProcesses = 1000;

std::string adversary::whyNotContained() {
  auto sandbox = makeSandbox("/", "");
  return sandbox ? "" : llvm::toString(sandbox.takeError());
}

llvm::Expected<std::shared_ptr<Sandbox>>
adversary::makeSandbox(const std::string &workingDirectory,
                       const std::string &resultFile) {
  SandboxSpec spec;
  spec.workingDirectory = workingDirectory;
  if (!resultFile.empty())
    spec.hiddenFiles = {workingDirectory + "/" + resultFile};
  spec.writtenBytesLimit = uint64_t(64) << 20;
  return Sandbox::create(spec);
}

/// Root's processes are not counted, in user namespaces of root's neither: a
/// program that forks without end would take the machine.
static bool canLimitProcesses() {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur > mostProcesses)
    return false;
  llvm::SmallVector<llvm::StringRef> ids;
  std::string map = readProcessFile(::getpid(), "uid_map");
  llvm::SplitString(map, ids);
  return ids.size() == 3 && ids[1] != "0";
}

bool adversary::isInSandbox() {
  return readProcessFile(1, "comm") == "bwrap\n" && canLimitProcesses();
}
