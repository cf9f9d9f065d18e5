// Sends a case (a recorded run with its files) to another machine, and opens it
// there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/CaseParcel.h"
#include "pinstripe/Remote/Machine.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The name of the archive with the files of the case, in a temporary folder.
static constexpr llvm::StringLiteral archiveName("case.tar");
/// The name that the case directory gets in the temporary folder.
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

/// Packs the files of a case directory that are needed to repeat the recorded
/// run. Results and tests are not packed.
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

llvm::Expected<LaneOffer> pinstripe::packCase(const RunnableCase &runnable) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<MachineTraits> here = describeMachine(recorded.launch);
  if (!here)
    return here.takeError();
  CaseOffer offer;
  offer.settings = formatCase(recorded.theCase);
  offer.engine = runnable.runner.engineDescription().name;
  offer.writablePaths = recorded.sandbox.writablePaths;
  if (llvm::Error error = packFiles(recorded.directory).moveInto(offer.files))
    return error;
  return LaneOffer{0, requireSame(std::move(*here)), std::move(offer)};
}

/// Unpacks the files of a case into the folder `caseName` below `folder`.
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

llvm::Expected<ReceivedCase>
pinstripe::unpackCase(const CaseOffer &offer, const RequiredMachine &machine,
                      const std::atomic<bool> &interrupted) {
  auto describeHere = [&]() -> llvm::Expected<MachineTraits> {
    llvm::Expected<Case> value = parseCase(offer.settings, "case.yaml");
    if (!value)
      return value.takeError();
    return describeMachine(value->launch);
  };
  if (llvm::Error error = checkMachine(machine, describeHere))
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
