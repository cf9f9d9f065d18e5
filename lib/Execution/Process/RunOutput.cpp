// Provides the input, output and error files of runs and collects what a run
// has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::Error cannot(const llvm::Twine &what, const llvm::Twine &path,
                          std::error_code code) {
  return llvm::make_error<FileError>("can't " + what + " " + path + ": " +
                                     code.message());
}

static std::string observedPath(const LaunchSpec &spec, llvm::StringRef file) {
  llvm::SmallString<256> path(spec.visitedDirectory());
  llvm::sys::path::append(path, file);
  return std::string(path);
}

static llvm::Expected<std::string> readWhole(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return cannot("read", path, buffer.getError());
  return (*buffer)->getBuffer().str();
}

std::string OutputFiles::namePrefix() {
  return "pinstripe-" + std::to_string(::getpid()) + "-";
}

static std::string fileName(unsigned set, const char *kind) {
  return OutputFiles::namePrefix() + kind + "-" + std::to_string(set);
}

static std::string linkOf(const std::string &name) {
  return "/memfd:" + name + " (deleted)";
}

std::string OutputFiles::linkOfOutput(unsigned set) const {
  return linkOf(fileName(set, "stdout"));
}

std::string OutputFiles::linkOfError(unsigned set) const {
  return linkOf(fileName(set, "stderr"));
}

llvm::Expected<OutputFiles> OutputFiles::create(unsigned sets) {
  OutputFiles result;
  if (llvm::Error error =
          Janitor::start("/memfd:" + namePrefix()).moveInto(result.ownJanitor))
    return error;
  for (unsigned set = 0; set < sets; ++set)
    for (const char *kind : {"stdout", "stderr"}) {
      auto file = AnonymousFile::create(fileName(set, kind));
      if (!file)
        return file.takeError();
      result.files.push_back(std::move(*file));
    }
  result.standardOutput = result.files[0].path();
  result.standardError = result.files[1].path();
  return result;
}

std::vector<PassedFile> OutputFiles::passedFrom(int first) const {
  std::vector<PassedFile> passed;
  if (input)
    passed.push_back({input->descriptor(), first});
  for (size_t i = 0; i < files.size(); ++i)
    passed.push_back(
        {files[i].descriptor(), outputNumber(first, 0) + static_cast<int>(i)});
  return passed;
}

std::string OutputFiles::inputPath(int first) const {
  return input ? AnonymousFile::pathOf(first) : "/dev/null";
}

/// Returns a text that identifies the present content of the file. It has the
/// inode, the size and the time of the last change.
static std::string describeVersion(const std::string &path) {
  struct stat status = {};
  if (path.empty() || ::stat(path.c_str(), &status) != 0)
    return path;
  return (path + " " + llvm::Twine(status.st_ino) + " " +
          llvm::Twine(status.st_size) + " " +
          llvm::Twine(status.st_mtim.tv_sec) + " " +
          llvm::Twine(status.st_mtim.tv_nsec))
      .str();
}

void OutputFiles::restoreRights() const {
  for (size_t i : {0, 1})
    files[i].restoreRights();
  if (input)
    input->restoreRights();
}

llvm::Error OutputFiles::useInput(const std::string &path) {
  restoreRights();
  std::string source = describeVersion(path);
  if (source == inputSource)
    return llvm::Error::success();
  ++version;
  input.reset();
  inputSource.clear();
  if (!path.empty()) {
    if (llvm::Error error =
            AnonymousFile::sealedCopy(namePrefix() + "stdin", path)
                .moveInto(input))
      return error;
  }
  inputSource = std::move(source);
  return llvm::Error::success();
}

llvm::Error OutputFiles::clear() const {
  for (size_t i : {0, 1})
    if (llvm::Error error = files[i].clear())
      return error;
  return llvm::Error::success();
}

llvm::Error pinstripe::removeObservedFiles(const LaunchSpec &spec) {
  if (spec.sandbox)
    // In a sandbox, a run does not see the observed files (files whose content
    // is compared after runs) that already exist. So these files need not be
    // removed.
    return llvm::Error::success();
  for (const std::string &file : spec.observedFiles)
    if (std::error_code code = llvm::sys::fs::remove(observedPath(spec, file)))
      return cannot("remove", observedPath(spec, file), code);
  return llvm::Error::success();
}

/// If standard output or error has reached its limit, makes this the ending of
/// the run. The kernel can't tell whether a file or the output was too large,
/// since it knows only a single limit on file size for both.
static void noteOutputLimit(const LaunchSpec &spec, RunResult &result) {
  uint64_t written =
      std::max(result.standardOutput.size(), result.standardError.size());
  const auto *limit = std::get_if<LimitReached>(&result.ending);
  bool mayBeCutShort = std::holds_alternative<Exited>(result.ending) ||
                       std::holds_alternative<Crashed>(result.ending) ||
                       std::holds_alternative<TimedOut>(result.ending) ||
                       (limit && limit->kind == LimitReached::Kind::FileSize);
  if (!mayBeCutShort || written < spec.outputLimitBytes)
    return;
  result.ending = LimitReached{LimitReached::Kind::Output};
  for (std::string *text : {&result.standardOutput, &result.standardError})
    text->resize(std::min<size_t>(text->size(), spec.outputLimitBytes));
}

llvm::Error pinstripe::collectOutput(const LaunchSpec &spec,
                                     const OutputFiles &outputs,
                                     RunResult &result) {
  outputs.restoreRights();
  llvm::Expected<std::string> text = readWhole(outputs.standardOutput);
  if (!text)
    return text.takeError();
  result.standardOutput = std::move(*text);
  text = readWhole(outputs.standardError);
  if (!text)
    return text.takeError();
  result.standardError = std::move(*text);
  noteOutputLimit(spec, result);
  return collectFiles(spec, result);
}

llvm::Error pinstripe::collectFiles(const LaunchSpec &spec, RunResult &result) {
  for (const std::string &file : spec.observedFiles) {
    std::string path = observedPath(spec, file);
    std::optional<std::string> &content = result.files[file];
    if (spec.sandbox) {
      if (llvm::Error error = spec.sandbox->readFile(path).moveInto(content))
        return error;
      continue;
    }
    if (!llvm::sys::fs::is_regular_file(path))
      continue;
    if (llvm::Error error = readWhole(path).moveInto(content))
      return error;
  }
  return llvm::Error::success();
}
