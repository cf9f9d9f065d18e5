// Compiles the expressions of the option --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WatchCompiler.h"
#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

static llvm::Error refuse(llvm::StringRef text, const llvm::Twine &what) {
  return llvm::make_error<UsageError>("--watch " + quoteForShell(text) + ": " +
                                      what);
}

static llvm::Expected<Watch> compileWatch(llvm::StringRef text,
                                          const UnitTable &table,
                                          const UnitSet &traced,
                                          ExpressionCompiler &compiler) {
  constexpr MissingPlace missing = {"no traced statement is in a file ",
                                    "`pinstripe units` lists the files",
                                    "no statement that can be traced is there"};
  std::optional<SourcePlace> place = parsePlace(text);
  if (!place || place->expression.empty())
    return refuse(text,
                  "write FILE:LINE:EXPRESSION, such as sum.c:12:total, or "
                  "sum.c:12:total#3 for the third time the line is executed");
  UnitSet units = unitsAt(table, traced, *place);
  if (units.none())
    return refuse(text, explainMissing(table, traced,
                                       {place->file, place->line}, missing));
  Watch watch;
  // An instance is one execution of the statement. If the user names none,
  // `instance` is 0, which stands for the last instance.
  watch.instance = place->instance;
  std::string problem;
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (!units.contains(entry.unit))
      continue;
    auto compiled = compiler.compile(place->expression, entry.address);
    if (compiled)
      watch.places.push_back({EntryId(i), std::move(compiled->location)});
    else if (problem.empty())
      problem = llvm::toString(compiled.takeError());
    else
      llvm::consumeError(compiled.takeError());
  }
  // The variables of the expression may be in scope at one statement of the
  // line and not at another. So the expression is refused only if it can't be
  // compiled at any statement of the line.
  if (watch.places.empty())
    return refuse(text, problem);
  return watch;
}

llvm::Expected<WatchList>
pinstripe::compileWatches(llvm::ArrayRef<std::string> words,
                          const UnitTable &table) {
  if (words.empty())
    return nullptr;
  UnitSet traced(table.units.size());
  for (const UnitEntry &entry : table.entries)
    traced.insert(entry.unit);
  ExpressionCompiler compiler(table);
  auto watches = std::make_shared<std::vector<Watch>>();
  for (const std::string &word : words) {
    llvm::Expected<Watch> watch = compileWatch(word, table, traced, compiler);
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
