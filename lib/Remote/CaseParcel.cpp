// Sends a recorded case to another machine, and opens it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/CaseParcel.h"
#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The name of the archive in a temporary folder.
static constexpr llvm::StringLiteral archiveName("case.tar");
/// The name of the case directory in a temporary folder.
static constexpr llvm::StringLiteral caseName("case");

/// Runs `tar`, which keeps all that a program can see of a file: its mode, its
/// times, symbolic and hard links.
static llvm::Error runTar(std::vector<std::string> arguments,
                          const TemporaryDirectory &folder) {
  auto program = llvm::sys::findProgramByName("tar");
  if (!program)
    return llvm::make_error<UsageError>(
        "no `tar`, which packs the case for other machines; install it");
  SubprocessSpec spec;
  spec.program = *program;
  spec.arguments = std::move(arguments);
  spec.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  spec.standardOutput = folder.file("tar.stdout");
  spec.standardError = folder.file("tar.stderr");
  spec.wallLimitSeconds = 3600;
  spec.fileLimitBytes = uint64_t(1) << 50;
  llvm::Expected<SubprocessResult> result = runToEnd(spec);
  if (!result)
    return result.takeError();
  if (result->ending == SubprocessResult::Ending::Exited && result->status == 0)
    return llvm::Error::success();
  return llvm::make_error<FileError>(
      "the case can't be packed for other machines: " +
      llvm::StringRef(result->standardError).trim());
}

llvm::Expected<MachineTraits>
pinstripe::describeMachine(const LaunchSpec &launch) {
  MachineTraits traits;
  llvm::Expected<std::vector<std::string>> files = loadedLibraries(launch);
  if (!files)
    return files.takeError();
  files->push_back(launch.program);
  for (const std::string &file : *files) {
    llvm::Expected<std::string> hash = hashModuleFile(file);
    if (!hash)
      return hash.takeError();
    traits.files[file] = std::move(*hash);
  }
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      traits.features.push_back(feature.first().str());
  llvm::sort(traits.features);
  return traits;
}

/// Returns the features that are in the sorted list `left` only.
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
  std::vector<std::string> lacking = onlyIn(searching.features, lane.features);
  if (!lacking.empty())
    return "its processor lacks " + llvm::join(lacking, ", ");
  std::vector<std::string> more = onlyIn(lane.features, searching.features);
  if (!more.empty())
    return "its processor also has " + llvm::join(more, ", ") +
           ", which libraries may use";
  return "";
}

std::string pinstripe::describeTool() {
  llvm::Expected<std::string> hash = hashModuleFile("/proc/self/exe");
  if (hash)
    return *hash;
  // Without /proc no program could be run at all.
  llvm::consumeError(hash.takeError());
  return "";
}

/// Packs the files of a case directory that an open case needs. Results and
/// tests stay here.
static llvm::Expected<std::string> packFiles(const CaseDirectory &directory) {
  llvm::Expected<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return folder.takeError();
  std::string archive = folder->file(archiveName);
  std::vector<std::string> arguments = {"--create", "--format=posix",
                                        "--file=" + archive,
                                        "--directory=" + directory.path()};
  for (const std::string &path :
       {directory.inputFile(), directory.traceFile(),
        directory.initialDirectory(), directory.path() + "/pinstripe.lock"})
    if (fs::exists(path))
      arguments.push_back(llvm::sys::path::filename(path).str());
  if (llvm::Error error = runTar(std::move(arguments), *folder))
    return error;
  auto bytes = llvm::MemoryBuffer::getFile(archive, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return llvm::make_error<FileError>("can't read " + archive + ": " +
                                       bytes.getError().message());
  return (*bytes)->getBuffer().str();
}

llvm::Expected<CaseOffer> pinstripe::packCase(const RunnableCase &runnable) {
  const RecordedCase &recorded = runnable.recorded;
  CaseOffer offer;
  offer.tool = describeTool();
  offer.settings = formatCase(recorded.theCase);
  offer.engine = runnable.runner.engineDescription().name;
  offer.writablePaths = recorded.sandbox.writablePaths;
  if (llvm::Error error =
          describeMachine(recorded.launch).moveInto(offer.machine))
    return error;
  if (llvm::Error error = packFiles(recorded.directory).moveInto(offer.files))
    return error;
  return offer;
}

/// Writes the files of a case into the folder `caseName` of `folder`.
static llvm::Error unpackFiles(const CaseOffer &offer,
                               const TemporaryDirectory &folder) {
  std::string directory = folder.file(caseName);
  std::string archive = folder.file(archiveName);
  if (std::error_code code = fs::create_directory(directory))
    return llvm::make_error<FileError>("can't create " + directory + ": " +
                                       code.message());
  if (llvm::Error error = writeFileAtomically(archive, offer.files))
    return error;
  if (llvm::Error error =
          runTar({"--extract", "--preserve-permissions", "--file=" + archive,
                  "--directory=" + directory},
                 folder))
    return error;
  (void)fs::remove(archive);
  return writeFileAtomically(directory + "/case.yaml", offer.settings);
}

/// Returns an error if runs on this machine could differ from those on the
/// machine of the searching process.
static llvm::Error checkMachine(const CaseOffer &offer) {
  if (offer.tool != describeTool())
    return llvm::make_error<UsageError>("it has another build of pinstripe");
  llvm::Expected<Case> value = parseCase(offer.settings, "case.yaml");
  if (!value)
    return value.takeError();
  llvm::Expected<MachineTraits> here = describeMachine(value->launch);
  if (!here)
    return here.takeError();
  std::string difference = describeDifference(offer.machine, *here);
  if (!difference.empty())
    return llvm::make_error<UsageError>(difference);
  return llvm::Error::success();
}

llvm::Expected<ReceivedCase>
pinstripe::unpackCase(const CaseOffer &offer,
                      const std::atomic<bool> &interrupted) {
  if (llvm::Error error = checkMachine(offer))
    return error;
  llvm::Expected<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return folder.takeError();
  if (llvm::Error error = unpackFiles(offer, *folder))
    return error;
  RecordOptions options;
  options.caseDirectory = folder->file(caseName);
  options.engine = offer.engine;
  options.containment.writablePaths = offer.writablePaths;
  options.interrupted = &interrupted;
  llvm::Expected<OpenCase> open = openCase(/*predicate=*/{}, options);
  if (!open)
    return open.takeError();
  return ReceivedCase{std::move(*folder), std::move(*open)};
}
