// Stores the results of mutants, so that a later search continues the previous
// one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one mutation.

#include "Mutate/StoredMutants.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

namespace {

/// Words that are joined into one text. Different lists of words always give
/// different texts.
class JoinedWords {
public:
  void add(llvm::StringRef word) {
    text += llvm::utostr(word.size()) + ":";
    text += word;
  }
  void addAll(llvm::ArrayRef<std::string> words) {
    add(llvm::utostr(words.size()));
    for (const std::string &word : words)
      add(word);
  }
  /// Adds the content of a file as a word. Adds an empty word if the file can't
  /// be read.
  void addContent(const std::string &path) {
    llvm::Expected<std::string> content = readFile(path);
    if (content)
      return add(*content);
    llvm::consumeError(content.takeError());
    add("");
  }

  std::string text;
};

} // namespace

std::string
pinstripe::mutantConditions(const RecordedCase &recorded,
                            const CaseRunner &runner,
                            const std::optional<std::string> &expectedOutput,
                            llvm::ArrayRef<JudgedRun> otherRuns) {
  JoinedWords words;
  for (const std::string &source : recorded.table.files) {
    words.add(source);
    words.addContent(source);
  }
  words.add(expectedOutput ? "prints" : "does not crash");
  words.add(expectedOutput.value_or(""));
  words.add(runner.engineDescription().name);
  words.add(poisonName(recorded.launch.poison));
  words.addAll(recorded.theCase.limits);
  words.add(recorded.isConfined() ? "confined" : "unconfined");
  words.addAll(recorded.sandbox.writablePaths);
  for (const JudgedRun &run : otherRuns) {
    words.add(!run.expected           ? "passing"
              : run.mayBeMendedInPart ? "failing, may be mended in part"
                                      : "failing");
    words.add(run.expected.value_or(""));
    words.addAll(run.launch.arguments);
    words.addContent(run.launch.standardInput);
    words.add(describeEnding(run.present.ending));
    words.add(run.present.standardOutput);
    words.add(run.present.standardError);
  }
  return words.text;
}

llvm::Expected<std::unique_ptr<StoredMutants>>
StoredMutants::open(const RecordedCase &recorded, llvm::StringRef conditions,
                    bool fresh,
                    const std::function<void(llvm::StringRef)> &say) {
  const CaseDirectory &directory = recorded.directory;
  llvm::Expected<std::string> identity = directory.recordingIdentity();
  if (!identity)
    return identity.takeError();
  uint64_t hash = llvm::xxh3_64bits(*identity + '\0' + conditions.str());
  auto openOnce = [&]() -> llvm::Expected<std::unique_ptr<StoredMutants>> {
    auto database = MutantDatabase::open(directory.mutantsFile(), hash);
    if (!database)
      return database.takeError();
    std::unique_ptr<StoredMutants> result(
        new StoredMutants(std::move(*database)));
    auto remember = [&](const StoredMutant &mutant) {
      result->known.emplace(mutant.key, mutant);
    };
    if (llvm::Error error = result->database->forEach(remember))
      return error;
    return result;
  };
  if (fresh)
    if (llvm::Error error = directory.removeMutants())
      return error;
  llvm::Expected<std::unique_ptr<StoredMutants>> opened = openOnce();
  if (!opened.errorIsA<TraceFormatError>())
    return opened;
  if (say)
    say("warning: " + llvm::toString(opened.takeError()) +
        "; the mutants are run again");
  if (llvm::Error error = directory.removeMutants())
    return error;
  return openOnce();
}

std::pair<uint64_t, uint64_t> StoredMutants::keyOf(const Mutation &mutation) {
  std::string words;
  auto add = [&](llvm::StringRef word) {
    words += word;
    words += '\0';
  };
  add(mutation.file);
  add(mutation.before);
  add(mutation.after);
  for (uint32_t number :
       {static_cast<uint32_t>(mutation.kind), mutation.line, mutation.column,
        mutation.changedLine, uint32_t(mutation.isInsertion)})
    add(llvm::utostr(number));
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(words));
  return {hash.low64, hash.high64};
}

const StoredMutant *StoredMutants::find(const Mutation &mutation) const {
  auto found = known.find(keyOf(mutation));
  return found == known.end() ? nullptr : &found->second;
}
