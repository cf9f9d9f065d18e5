// Compiles the expressions of --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WatchCompiler.h"
#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class WatchResolver {
public:
  WatchResolver(llvm::StringRef text, const UnitTable &table)
      : text(text), table(table) {}

  llvm::Expected<Watch> run(ExpressionCompiler &compiler);

private:
  llvm::Error parse();
  bool isThere(const StatementUnit &unit, bool isCovered) const;
  std::vector<EntryId> entries() const;
  llvm::Error noSuchPlace() const;
  llvm::Error fail(const llvm::Twine &what) const {
    return llvm::make_error<UsageError>("--watch " + quoteForShell(text) +
                                        ": " + what);
  }

  llvm::StringRef text;
  const UnitTable &table;
  SourcePlace word; ///< Without an instance, the last one counts.
};

} // namespace

llvm::Error WatchResolver::parse() {
  std::optional<SourcePlace> place = parsePlace(text);
  if (!place || place->expression.empty())
    return fail("write FILE:LINE:EXPRESSION, such as sum.c:12:total, or "
                "sum.c:12:total#3 for the third time the line is executed");
  word = *place;
  return llvm::Error::success();
}

bool WatchResolver::isThere(const StatementUnit &unit, bool isCovered) const {
  const SourceRange &range = unit.range;
  if (!table.isNamed(range.file, word.file))
    return false;
  if (isCovered)
    return range.line <= word.line && word.line <= range.endLine;
  return range.line == word.line &&
         (word.column == 0 || range.column == word.column);
}

std::vector<EntryId> WatchResolver::entries() const {
  std::vector<EntryId> found;
  for (bool isCovered : {false, true}) {
    if (isCovered && word.column != 0)
      break;
    for (size_t i = 0; i < table.entries.size(); ++i)
      if (isThere(table.unit(table.entries[i].unit), isCovered))
        found.push_back(EntryId(i));
    if (!found.empty())
      break;
  }
  return found;
}

llvm::Error WatchResolver::noSuchPlace() const {
  std::set<std::string> files;
  NearNames near;
  for (const UnitEntry &entry : table.entries) {
    const SourceRange &range = table.unit(entry.unit).range;
    files.insert(table.displayPath(range.file));
    if (table.isNamed(range.file, word.file))
      near.insert(
          {std::max(range.line, word.line) - std::min(range.line, word.line),
           table.displayPath(range.file) + ":" + std::to_string(range.line)});
  }
  if (near.empty())
    return fail(
        "no traced statement is in a file " + word.file + "; " +
        describeNear(word.file, files, "`pinstripe units` lists the files"));
  return fail("no statement that can be traced is there; " +
              describeNearest(near));
}

llvm::Expected<Watch> WatchResolver::run(ExpressionCompiler &compiler) {
  if (llvm::Error error = parse())
    return error;
  std::vector<EntryId> places = entries();
  if (places.empty())
    return noSuchPlace();
  Watch watch;
  watch.instance = word.instance;
  std::string problem;
  for (EntryId entry : places) {
    auto compiled =
        compiler.compile(word.expression, table.entry(entry).address);
    if (compiled)
      watch.places.push_back({entry, std::move(compiled->location)});
    else if (problem.empty())
      problem = llvm::toString(compiled.takeError());
    else
      llvm::consumeError(compiled.takeError());
  }
  // One statement of a line may know variables that other statements do not.
  if (watch.places.empty())
    return fail(problem);
  return watch;
}

llvm::Expected<WatchList>
pinstripe::compileWatches(llvm::ArrayRef<std::string> words,
                          const UnitTable &table) {
  if (words.empty())
    return nullptr;
  ExpressionCompiler compiler(table);
  auto watches = std::make_shared<std::vector<Watch>>();
  for (const std::string &word : words) {
    llvm::Expected<Watch> watch = WatchResolver(word, table).run(compiler);
    if (!watch)
      return watch.takeError();
    watches->push_back(std::move(*watch));
  }
  return watches;
}

llvm::Error pinstripe::observeWatches(RecordedCase &recorded,
                                      CaseRunner &runner) {
  if (!recorded.launch.watches)
    return llvm::Error::success();
  EventSet all(recorded.trace.size(), true);
  auto run =
      runner.execute(runner.launchHere(recorded.launch), recorded.trace, all);
  if (!run)
    return run.takeError();
  RunResult *result = &run->result;
  if (result->ending.index() != recorded.observation.ending.index())
    return llvm::make_error<ReproductionError>(
        recorded.launch.argument0 +
        ": executing all recorded events again ends otherwise (" +
        describeEnding(result->ending) +
        "), so there are no values for --watch; try --poison stale");
  recorded.observation.values = std::move(result->values);
  return llvm::Error::success();
}
