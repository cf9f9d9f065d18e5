// Makes the sandbox in which runs of a case happen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

const char *const pinstripe::containmentRemedy =
    "allow user namespaces (in a container, also: --security-opt "
    "seccomp=unconfined), or say --unconfined: then a partially executed "
    "program can change and remove whatever you can, since the check that "
    "keeps it from that may be what is skipped";

static llvm::Expected<std::string> realPath(const std::string &path,
                                            llvm::StringRef purpose) {
  llvm::SmallString<256> real;
  if (std::error_code code = fs::real_path(path, real))
    return llvm::make_error<UsageError>(purpose + path + ": " + code.message());
  return real.str().str();
}

/// Returns an error if the path is in /dev, /proc, /run or /sys. Each sandbox
/// has its own version of these folders.
static llvm::Error checkPlace(llvm::StringRef path, llvm::StringRef purpose) {
  for (llvm::StringRef folder : {"/dev/", "/proc/", "/run/", "/sys/"})
    if (path.starts_with(folder))
      return llvm::make_error<UsageError>(
          path + ": " + purpose + " can't be there, since a sandbox has a " +
          folder.drop_back() +
          " of its own; put it elsewhere, or say "
          "--unconfined");
  return llvm::Error::success();
}

/// Returns true if the standard input is empty and an argument of the program
/// names a file, as in `in.txt` or `--data=in.txt`.
static bool hasFileAsInput(const LaunchSpec &launch) {
  uint64_t inputBytes = 0;
  if (!fs::file_size(launch.standardInput, inputBytes) && inputBytes != 0)
    return false;
  return llvm::any_of(launch.arguments, [&](llvm::StringRef argument) {
    for (llvm::StringRef name : {argument, argument.split('=').second}) {
      llvm::SmallString<256> path(name);
      fs::make_absolute(launch.workingDirectory, path);
      if (!name.empty() && fs::is_regular_file(path))
        return true;
    }
    return false;
  });
}

/// Returns the case directory `caseFolder` and the case directories that
/// contain it, the outermost one last.
static std::vector<std::string> nestedCases(llvm::StringRef caseFolder) {
  std::vector<std::string> cases = {caseFolder.str()};
  for (llvm::StringRef folder = path::parent_path(caseFolder); !folder.empty();
       folder = path::parent_path(folder))
    if (CaseDirectory::isCaseDirectory(folder))
      cases.push_back(folder.str());
  return cases;
}

/// Returns the folders that hold inputs of runs other than the recorded one,
/// which the sandbox must show. If such inputs may be added later, makes the
/// folders, since a sandbox shows only folders that exist when it is made.
static llvm::Expected<std::vector<std::string>>
shownReferenceRuns(llvm::ArrayRef<std::string> cases,
                   const LaunchSpec &launch) {
  std::vector<std::string> shown;
  for (const std::string &caseFolder : cases) {
    std::string folder = CaseDirectory::referenceDirectoryIn(caseFolder);
    if (!fs::is_directory(folder)) {
      if (!hasFileAsInput(launch))
        continue;
      if (std::error_code code = fs::create_directory(folder))
        return cannotWrite(folder, code.value());
    }
    shown.push_back(std::move(folder));
  }
  return shown;
}

llvm::Expected<SandboxSpec> pinstripe::sandboxSpecFor(
    const CaseDirectory &directory, const LaunchSpec &launch,
    const ContainmentOptions &options, const LimitOptions &limits) {
  SandboxSpec spec;
  if (llvm::Error error =
          realPath(launch.workingDirectory, "").moveInto(spec.workingDirectory))
    return error;
  if (llvm::Error error =
          checkPlace(spec.workingDirectory, "the working directory"))
    return error;
  // If the program does not exist, there is no path to check. The next function
  // that opens the program reports the error.
  llvm::SmallString<256> program;
  if (!fs::real_path(launch.program, program))
    if (llvm::Error error = checkPlace(program, "the program"))
      return error;
  auto caseFolder = realPath(directory.path(), "");
  if (!caseFolder)
    return caseFolder.takeError();
  if (fs::is_directory(directory.initialDirectory()))
    if (llvm::Error error = realPath(directory.initialDirectory(), "")
                                .moveInto(spec.initialDirectory))
      return error;
  std::vector<std::string> cases = nestedCases(*caseFolder);
  spec.hiddenFolders = {cases.back()};
  if (options.showsReferenceRuns)
    if (llvm::Error error =
            shownReferenceRuns(cases, launch).moveInto(spec.shownFolders))
      return error;
  for (const std::string &file : launch.observedFiles) {
    llvm::SmallString<256> path(spec.workingDirectory);
    llvm::sys::path::append(path, file);
    spec.hiddenFiles.push_back(path.str().str());
  }
  for (const std::string &path : options.writablePaths) {
    auto real = realPath(path, "--rw ");
    if (!real)
      return real.takeError();
    spec.writablePaths.push_back(std::move(*real));
  }
  spec.writtenBytesLimit = limits.writtenBytes.value_or(spec.writtenBytesLimit);
  spec.openFileLimit = limits.openFiles.value_or(0);
  return spec;
}

llvm::Error pinstripe::confine(RunPlace &place, const SandboxSpec &spec) {
  auto sandbox = Sandbox::create(spec);
  if (sandbox.errorIsA<ContainmentError>())
    return llvm::make_error<ContainmentError>(
        llvm::toString(sandbox.takeError()) + "; " + containmentRemedy);
  if (!sandbox)
    return sandbox.takeError();
  place.sandbox = std::move(*sandbox);
  place.prepare = [sandbox = place.sandbox] { return sandbox->prepareRun(); };
  return llvm::Error::success();
}
