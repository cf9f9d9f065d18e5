// Makes the sandboxes of the suite. No other file of the suite knows about
// containment.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Containment.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/resource.h>
#include <unistd.h>

using namespace pinstripe;

static constexpr rlim_t maxProcesses = 1000;

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

/// Returns whether a limit on the number of processes has an effect. The kernel
/// does not count processes of root, even in user namespaces that root has
/// made. Then a program that forks endlessly would block the machine.
static bool canLimitProcesses() {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur > maxProcesses)
    return false;
  llvm::SmallVector<llvm::StringRef> ids;
  std::string map = readProcessFile(::getpid(), "uid_map");
  llvm::SplitString(map, ids);
  return ids.size() == 3 && ids[1] != "0";
}

bool adversary::isInSandbox() {
  return readProcessFile(1, "comm") == "bwrap\n" && canLimitProcesses();
}
