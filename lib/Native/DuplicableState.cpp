//===- DuplicableState.cpp - What a fork duplicates -----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DuplicableState.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// Changes with every file that is made, written, renamed or removed.
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

static std::string realPath(const std::string &path) {
  llvm::SmallString<256> real;
  return fs::real_path(path, real) ? path : real.str().str();
}

DuplicableState::DuplicableState(const LaunchSpec &spec,
                                 const OutputFiles &outputs, uint32_t slot)
    : folder(spec.privateView.empty() ? spec.workingDirectory
                                      : spec.privateView),
      before(fingerprint(folder)) {
  std::string suffix = "." + std::to_string(slot);
  paths.standardOutput = outputs.standardOutput + suffix;
  paths.standardError = outputs.standardError + suffix;
}

bool DuplicableState::hasOnlyStandardFiles(pid_t process) const {
  std::map<int, std::string> open = readDescriptors(process);
  return open.size() == 3 && open.count(0) != 0 &&
         open[1] == realPath(paths.standardOutput) &&
         open[2] == realPath(paths.standardError);
}

bool DuplicableState::isAllOf(pid_t process) const {
  std::optional<ProcessStatus> status = readStatus(process);
  if (!status || status->threads != 1 || status->pendingSignals != 0)
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
  return !sharesMemory && hasOnlyStandardFiles(process) &&
         fingerprint(folder) == before;
}
