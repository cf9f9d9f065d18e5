// Tells whether a fork of a process would have the same state as the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Server/DuplicableState.h"
#include "Server/TracedLaunch.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// Returns a hash of the names, sizes and modification times of all files in
/// `folder` and its subfolders. The hash shows whether a file was created,
/// written, renamed or removed.
static uint64_t fingerprint(const std::string &folder) {
  std::vector<std::pair<std::string, size_t>> files;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(folder, code, false), end;
       entry != end && !code; entry.increment(code)) {
    llvm::ErrorOr<fs::basic_file_status> status = entry->status();
    if (!status)
      continue;
    auto changed = status->getLastModificationTime().time_since_epoch();
    files.push_back({entry->path(),
                     llvm::hash_combine(status->getSize(), changed.count())});
  }
  llvm::sort(files);
  return llvm::hash_combine_range(files.begin(), files.end());
}

DuplicableState::DuplicableState(const LaunchSpec &spec,
                                 const OutputFiles &outputs, uint32_t slot)
    : spec(spec), outputs(outputs), slot(slot),
      before(spec.sandbox ? 0 : fingerprint(spec.visitedDirectory())) {}

bool DuplicableState::hasItsFiles(pid_t process) const {
  if (spec.sandbox)
    return spec.sandbox->isUntouched() &&
           spec.sandbox->isIn(process, spec.workingDirectory);
  return fingerprint(spec.visitedDirectory()) == before;
}

bool DuplicableState::hasOnlyStandardFiles(pid_t process) const {
  std::map<int, std::string> open = readDescriptors(process);
  // A server (a process from which runs are forked) has files open for the
  // standard input and output of later runs. Their descriptors have numbers
  // from standardFilesNumber on. These files are ignored here, because the
  // program does not use them.
  open.erase(open.lower_bound(TracedLaunch::standardFilesNumber), open.end());
  return open.size() == 3 && open.count(0) != 0 &&
         open[1] == outputs.linkOfOutput(slot) &&
         open[2] == outputs.linkOfError(slot);
}

bool DuplicableState::isAllOf(pid_t process) const {
  std::optional<ProcessStatus> status = readStatus(process);
  if (!status || status->threads != 1 || status->pendingSignals != 0)
    return false;
  // A program that has asked for its process id can't become a checkpoint (a
  // process from which runs are forked): its forks would have other ids.
  if (spec.sandbox && spec.sandbox->hasAskedForIds())
    return false;
  std::string children = "task/" + std::to_string(process) + "/children";
  if (!readProcessFile(process, children).empty() ||
      !readProcessFile(process, "timers").empty())
    return false;
  bool sharesMemory =
      llvm::any_of(readMappings(process), [](const Mapping &mapping) {
        return mapping.isShared() && mapping.isWritable() &&
               !llvm::StringRef(mapping.name).starts_with("/memfd:pinstripe");
      });
  return !sharesMemory && hasOnlyStandardFiles(process) && hasItsFiles(process);
}
