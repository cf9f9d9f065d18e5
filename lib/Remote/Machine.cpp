// Compares the machine of a search with that of a lane, a process that makes
// runs for the search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/Machine.h"
#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Predicate/CheckFiles.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"
#include <set>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

static llvm::Error addFile(std::map<std::string, std::string> &files,
                           const std::string &path) {
  llvm::Expected<std::string> hash = hashModuleFile(path);
  if (!hash)
    return hash.takeError();
  files[path] = std::move(*hash);
  return llvm::Error::success();
}

/// Adds a program and its libraries to the description of a machine. A script
/// has no libraries.
static llvm::Error addProgram(MachineTraits &traits, const LaunchSpec &launch) {
  if (llvm::Error error = addFile(traits.files, launch.program))
    return error;
  llvm::file_magic kind;
  bool isScript = llvm::identify_magic(launch.program, kind) ||
                  (kind != llvm::file_magic::elf_executable &&
                   kind != llvm::file_magic::elf_shared_object);
  if (isScript)
    return llvm::Error::success();
  llvm::Expected<std::vector<std::string>> libraries = loadedLibraries(launch);
  if (!libraries)
    return libraries.takeError();
  for (const std::string &library : *libraries)
    if (llvm::Error error = addFile(traits.files, library))
      return error;
  return llvm::Error::success();
}

static void addFeatures(MachineTraits &traits) {
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      traits.features.push_back(feature.first().str());
  llvm::sort(traits.features);
}

llvm::Expected<MachineTraits>
pinstripe::describeMachine(const LaunchSpec &launch) {
  MachineTraits traits;
  if (llvm::Error error = addProgram(traits, launch))
    return error;
  addFeatures(traits);
  return traits;
}

/// Returns the absolute paths of the existing files whose names are in the
/// program's arguments, as in `in.txt` or `--data=in.txt`.
static std::vector<std::string> namedFiles(const LaunchSpec &launch) {
  std::vector<std::string> files;
  for (llvm::StringRef argument : launch.arguments)
    for (llvm::StringRef name : {argument, argument.split('=').second}) {
      llvm::SmallString<256> path(name);
      fs::make_absolute(launch.workingDirectory, path);
      if (!name.empty() && fs::is_regular_file(path))
        files.push_back(path.str().str());
    }
  return files;
}

llvm::Expected<MachineTraits>
pinstripe::describeMachine(const FailingProgram &program,
                           const Materials &failing) {
  LaunchSpec launch = program.setting.launch;
  llvm::Expected<MachineTraits> traits = describeMachine(launch);
  if (!traits)
    return traits.takeError();
  std::vector<std::string> named = namedFiles(launch);
  for (const std::string &check : program.predicate.checks)
    llvm::append_range(named, filesOfCheck(check));
  std::set<std::string> provided;
  for (const MaterialFile &file : failing.files) {
    llvm::SmallString<256> path(file.path);
    fs::make_absolute(launch.workingDirectory, path);
    provided.insert(path.str().str());
  }
  for (const std::string &path : named)
    if (!provided.contains(path))
      if (llvm::Error error = addFile(traits->namedFiles, path))
        return error;
  launch.program = program.right.program;
  if (!launch.program.empty())
    if (llvm::Error error = addProgram(*traits, launch))
      return error;
  return traits;
}

/// Returns the processor features that are in the sorted list `left`, but not
/// in `right`.
static std::vector<std::string> onlyIn(llvm::ArrayRef<std::string> left,
                                       llvm::ArrayRef<std::string> right) {
  std::vector<std::string> only;
  for (const std::string &feature : left)
    if (!llvm::is_contained(right, feature))
      only.push_back(feature);
  return only;
}

std::string pinstripe::describeDifference(const MachineTraits &searching,
                                          const MachineTraits &lane) {
  for (const auto &[path, hash] : searching.files) {
    auto found = lane.files.find(path);
    if (found == lane.files.end())
      return "its program does not load " + path;
    if (found->second != hash)
      return "its " + path + " is another file";
  }
  for (const auto &[path, hash] : lane.files)
    if (!searching.files.contains(path))
      return "its program also loads " + path;
  for (const auto &[path, hash] : searching.namedFiles) {
    auto found = lane.namedFiles.find(path);
    if (found == lane.namedFiles.end())
      return "it has no " + path;
    if (found->second != hash)
      return "its " + path + " is another file";
  }
  std::vector<std::string> lacking = onlyIn(searching.features, lane.features);
  if (!lacking.empty())
    return "its processor lacks " + llvm::join(lacking, ", ");
  std::vector<std::string> more = onlyIn(lane.features, searching.features);
  if (!more.empty())
    return "its processor also has " + llvm::join(more, ", ") +
           ", which libraries may use";
  return "";
}

/// Returns a text that identifies this build of Pinstripe: a hash of its
/// executable file.
static std::string describeTool() {
  llvm::Expected<std::string> hash = hashModuleFile("/proc/self/exe");
  if (hash)
    return *hash;
  // Reading the executable file fails only if there is no /proc. Without /proc,
  // no program can be run anyway.
  llvm::consumeError(hash.takeError());
  return "";
}

RequiredMachine pinstripe::requireSame(MachineTraits here) {
  return {describeTool(), std::move(here)};
}

llvm::Error pinstripe::checkMachine(
    const RequiredMachine &required,
    llvm::function_ref<llvm::Expected<MachineTraits>()> describeHere) {
  if (required.tool != describeTool())
    return llvm::make_error<UsageError>("it has another build of pinstripe");
  llvm::Expected<MachineTraits> here = describeHere();
  if (!here)
    return here.takeError();
  std::string difference = describeDifference(required.traits, *here);
  if (!difference.empty())
    return llvm::make_error<UsageError>(difference);
  return llvm::Error::success();
}
