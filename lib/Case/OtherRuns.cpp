// Reads the user's list of further runs of the program, which pass or fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellWords.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pinstripe;

static llvm::Expected<OtherRun> parseRun(llvm::StringRef line,
                                         OtherRunKind kind) {
  OtherRun run;
  run.text = line.str();
  llvm::Expected<std::vector<ShellWord>> words = splitShellWords(line, "<>");
  if (!words)
    return words.takeError();
  for (size_t i = 0; i != words->size(); ++i) {
    const ShellWord &word = (*words)[i];
    if (!word.isSign) {
      run.arguments.push_back(word.text);
      continue;
    }
    if (i + 1 == words->size() || (*words)[i + 1].isSign)
      return llvm::make_error<UsageError>("no file after `" + word.text + "`");
    llvm::SmallString<256> path((*words)[++i].text);
    auto content = llvm::MemoryBuffer::getFile(path);
    if (!content)
      return llvm::make_error<UsageError>(path + ": " +
                                          content.getError().message());
    if (word.text == "<") {
      // make_absolute() fails only if the current folder does not exist. In
      // that case the list of runs could not have been read before. So a
      // failure is not checked for.
      (void)llvm::sys::fs::make_absolute(path);
      run.standardInput = path.str().str();
    } else if (kind == OtherRunKind::Failing) {
      run.expected = (*content)->getBuffer().str();
    } else {
      return llvm::make_error<UsageError>(
          "the output of a run that passes is right as it is; leave `> " +
          path + "` out");
    }
  }
  if (kind == OtherRunKind::Failing && !run.expected)
    return llvm::make_error<UsageError>(
        "say what this run should print, with `> FILE` at its end");
  return run;
}

llvm::Expected<std::vector<OtherRun>>
pinstripe::readOtherRuns(llvm::StringRef path, OtherRunKind kind) {
  auto content = llvm::MemoryBuffer::getFile(path);
  if (!content)
    return llvm::make_error<UsageError>(path + ": " +
                                        content.getError().message());
  std::vector<OtherRun> runs;
  unsigned number = 0;
  for (llvm::StringRef line : llvm::split((*content)->getBuffer(), '\n')) {
    ++number;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    llvm::Expected<OtherRun> run = parseRun(line, kind);
    if (!run)
      return llvm::make_error<UsageError>(path + ":" + llvm::Twine(number) +
                                          ": " +
                                          llvm::toString(run.takeError()));
    runs.push_back(std::move(*run));
  }
  return runs;
}

LaunchSpec OtherRun::launch(LaunchSpec launch) const {
  launch.arguments = arguments;
  launch.standardInput = standardInput;
  return launch;
}
