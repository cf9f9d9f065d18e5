// Stores in the case directory the runs that were made with a reference
// program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/StoredRuns.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

/// The version of the files in the folder, and of the way in which runs are
/// made and chosen. If the stored runs have another version, they are made
/// again.
static constexpr int64_t runsVersion = 1;
static constexpr llvm::StringLiteral passingName("passing.txt");
static constexpr llvm::StringLiteral failingName("failing.txt");
/// The name of the file that says how the runs were made. This file is written
/// after all others, so the folder is incomplete if it is missing.
static constexpr llvm::StringLiteral madeName("made.json");

/// Adds a word to `text`. Different lists of words never give the same text.
static void addWord(std::string &text, llvm::StringRef word) {
  text += llvm::utostr(word.size()) + ":";
  text += word;
}

static void addWords(std::string &text, llvm::ArrayRef<std::string> words) {
  addWord(text, llvm::utostr(words.size()));
  for (const std::string &word : words)
    addWord(text, word);
}

/// Adds the content of a file, or nothing if it can't be read.
static void addContent(std::string &text, const std::string &path) {
  llvm::Expected<std::string> content = readFile(path);
  if (content)
    return addWord(text, *content);
  llvm::consumeError(content.takeError());
  addWord(text, "");
}

std::string pinstripe::referenceConditions(const RecordedCase &recorded,
                                           const ReferenceProgram &reference,
                                           llvm::StringRef varied) {
  const Case &theCase = recorded.theCase;
  const LaunchSpec &launch = recorded.launch;
  std::string text;
  addWord(text, theCase.buildHash);
  for (const CaseModule &module : theCase.modules)
    addWord(text, module.buildHash);
  addWords(text, launch.arguments);
  addContent(text, launch.standardInput);
  addWords(text, launch.environment);
  addWords(text, theCase.limits);
  addWord(text, recorded.isConfined() ? "confined" : "unconfined");
  addWord(text, varied);
  addContent(text, reference.path());
  addWord(text, reference.expected().standardOutput);
  addWord(text, describeEnding(reference.expected().ending));
  return text;
}

StoredRuns::StoredRuns(const RecordedCase &recorded, llvm::StringRef conditions)
    : recorded(recorded), folder(recorded.directory.referenceDirectory()),
      identity(llvm::utohexstr(llvm::xxh3_64bits(conditions))) {}

std::string StoredRuns::file(llvm::StringRef name) const {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// Reads a list of runs, if there is one. Returns false if it can't be read.
static bool readList(const std::string &path, OtherRunKind kind,
                     std::vector<OtherRun> &runs) {
  if (!llvm::sys::fs::exists(path))
    return true;
  llvm::Expected<std::vector<OtherRun>> read = readOtherRuns(path, kind);
  if (!read) {
    // It does not matter why the list can't be read, since the runs are made
    // again.
    llvm::consumeError(read.takeError());
    return false;
  }
  runs = std::move(*read);
  return true;
}

std::optional<ReferenceRuns> StoredRuns::read() const {
  if (!llvm::sys::fs::exists(file(madeName)))
    return std::nullopt;
  llvm::Expected<std::string> text = readFile(file(madeName));
  llvm::Expected<llvm::json::Value> made =
      text ? llvm::json::parse(*text) : text.takeError();
  if (!made) {
    llvm::consumeError(made.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *fields = made->getAsObject();
  if (!fields || fields->getInteger("version") != runsVersion ||
      fields->getString("conditions") != identity)
    return std::nullopt;
  ReferenceRuns runs;
  auto count = [&](llvm::StringRef name) {
    return static_cast<uint64_t>(fields->getInteger(name).value_or(0));
  };
  runs.summary.made = count("made");
  runs.summary.passing = count("passing");
  runs.summary.failing = count("failing");
  runs.summary.isCut = fields->getBoolean("cut").value_or(false);
  runs.summary.isStored = true;
  if (!readList(file(passingName), OtherRunKind::Passing, runs.passing) ||
      !readList(file(failingName), OtherRunKind::Failing, runs.failing))
    return std::nullopt;
  // If the last search ran out of time without finding any run, its result is
  // not used: with more time, another search may find something.
  bool isFutile =
      runs.summary.isCut && runs.passing.empty() && runs.failing.empty();
  return isFutile ? std::nullopt : std::optional(std::move(runs));
}

llvm::Error StoredRuns::clear() const {
  if (std::error_code code = llvm::sys::fs::create_directory(folder))
    return cannotWrite(folder, code.value());
  std::error_code code;
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator at(folder, code), end;
       !code && at != end; at.increment(code))
    paths.push_back(at->path());
  for (const std::string &path : paths)
    if (llvm::Error error = removeTree(path))
      return error;
  return llvm::Error::success();
}

llvm::Error StoredRuns::writeList(llvm::StringRef name, llvm::StringRef heading,
                                  llvm::ArrayRef<OtherRun> runs) const {
  if (runs.empty())
    return llvm::Error::success();
  std::string text = "# " + heading.str() + "\n";
  for (const OtherRun &run : runs)
    text += run.text + "\n";
  return writeFileAtomically(file(name), text, Durability::ProcessKill);
}

llvm::Error StoredRuns::write(ReferenceRuns &runs) const {
  const ReferenceSummary &summary = runs.summary;
  std::string program = recorded.launch.argument0;
  if (llvm::Error error =
          writeList(passingName,
                    "Runs in which " + program + " prints what " +
                        summary.program + " prints, for --passing.",
                    runs.passing))
    return error;
  if (llvm::Error error =
          writeList(failingName,
                    "Runs in which " + program + " does not print what " +
                        summary.program + " prints, for --failing.",
                    runs.failing))
    return error;
  llvm::json::Object made{
      {"version", runsVersion},
      {"conditions", identity},
      {"made", static_cast<int64_t>(summary.made)},
      {"passing", static_cast<int64_t>(summary.passing)},
      {"failing", static_cast<int64_t>(summary.failing)},
      {"cut", summary.isCut},
  };
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(made)) << '\n';
  return writeFileAtomically(file(madeName), text, Durability::ProcessKill);
}
