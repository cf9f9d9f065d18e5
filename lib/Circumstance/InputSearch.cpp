// Reduces the inputs of a failing program, from lines down to characters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputSearch.h"
#include "pinstripe/Circumstance/StageCounts.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

std::vector<PartKind> pinstripe::usualLevels(llvm::ArrayRef<InputPair> inputs) {
  bool anyText = llvm::any_of(
      inputs, [](const InputPair &input) { return input.isText(); });
  if (!anyText)
    return {PartKind::Blocks, PartKind::Bytes};
  return {PartKind::Lines, PartKind::Tokens, PartKind::Characters};
}

size_t InputSearch::bytes() const {
  size_t sum = 0;
  for (const InputPair &input : request.inputs)
    sum += input.failing.size() - input.passing.size();
  return sum;
}

/// Returns true if the parts of a level (a search with parts of one kind) are
/// exactly those that the level before has kept, for example because each line
/// is a single token. Such a level would find nothing more.
bool InputSearch::isSameAsBefore(const InputCircumstance &circumstance) const {
  return request.form == SearchForm::Minimise && !summary->levels.empty() &&
         summary->minimality == Minimality::OneMinimal &&
         summary->levels.back().after == circumstance.elements();
}

/// Returns an error if the program does not fail with the failing contents of
/// the inputs. Unless the search minimises, also returns an error if the
/// program fails with the passing contents.
llvm::Error InputSearch::checkBounds(const ReductionResult &result) const {
  if (result.end == ReductionEnd::FullDoesNotFail)
    return failsOnlySometimes("the input");
  bool hasPassing = llvm::any_of(request.inputs, [](const InputPair &input) {
    return !input.passing.empty();
  });
  if (result.end == ReductionEnd::EmptyFails) {
    if (request.form == SearchForm::Minimise)
      return llvm::Error::success();
    return llvm::make_error<NothingToReduceError>(
        hasPassing ? "the input that should pass fails, too; give another one "
                     "with --isolate"
                   : "even the empty input fails, so no part of the input "
                     "decides about that");
  }
  bool isDone = result.end == ReductionEnd::Finished;
  if (request.form == SearchForm::Isolate && isDone && hasPassing &&
      !result.largestPassing)
    return llvm::make_error<ReproductionError>(
        "the input that should pass does not: its run is UNRESOLVED; give "
        "another one with --isolate");
  return llvm::Error::success();
}

/// Takes the contents that a level has found as the contents for the next
/// level. A level is a search with parts of one kind, such as lines.
void InputSearch::take(const InputCircumstance &circumstance,
                       const ReductionResult &result) {
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    InputPair &input = request.inputs[i];
    std::string failing = circumstance.contentOf(i, result.best);
    if (request.form != SearchForm::Minimise && result.largestPassing)
      input.passing = circumstance.contentOf(i, *result.largestPassing);
    if (request.form != SearchForm::Maximise)
      input.failing = std::move(failing);
  }
}

void InputSearch::note(const InputCircumstance &circumstance,
                       const StageResult &result) {
  InputSummary &to = *summary;
  to.levels.push_back({circumstance.elementsName().str(),
                       circumstance.elements(), leftBy(result, request.form),
                       result.tests.runs()});
  to.minimality = provenBy(result, request.form);
  to.proven = circumstance.elementsName().str();
  to.emptyFails |= result.end == ReductionEnd::EmptyFails;
}

llvm::Error InputSearch::runLevel(PartKind kind) {
  InputCircumstance circumstance(request.inputs, kind);
  // An input that is empty before the search has no parts to search. The first
  // step of the search tests it all the same, and finds that the empty input
  // fails.
  bool hasNone = circumstance.elements() == 0 && !summary->levels.empty();
  if (hasNone || isSameAsBefore(circumstance)) {
    if (circumstance.elements() != 0)
      summary->proven = circumstance.elementsName().str();
    return llvm::Error::success();
  }
  if (request.prepare)
    request.prepare(circumstance);
  StageResult result;
  llvm::Error error = tests->reduce(result, circumstance, request.algorithm);
  note(circumstance, result);
  // A level is a search with parts of one kind, such as lines. It has a result
  // only if at least one of its tests had the outcome FAIL.
  if (result.counts.fail != 0)
    take(circumstance, result);
  if (error)
    return error;
  isOver = result.endedEarly() || result.end != ReductionEnd::Finished;
  return checkBounds(result);
}

llvm::Error InputSearch::runLevels() {
  for (;;) {
    size_t before = bytes();
    for (PartKind kind : request.levels) {
      if (llvm::Error error = runLevel(kind))
        return error;
      if (isOver)
        return llvm::Error::success();
    }
    if (!request.fixpoint || bytes() == before)
      return llvm::Error::success();
  }
}

llvm::Error InputSearch::runTree() {
  TreeRequest tree = std::move(*request.tree);
  tree.path = request.inputs[0].path;
  tree.algorithm = request.algorithm;
  tree.fixpoint = request.fixpoint;
  tree.budget = request.budget;
  for (const NamedTreeMethod &each : namedTreeMethods())
    if (each.method == tree.method)
      summary->algorithm = each.name.str();
  TreeSearch search(std::move(tree), lanes, memory, *summary);
  llvm::Error error = search.run(tests->observer, tests->stop);
  request.inputs[0].failing = search.text().str();
  return error;
}

/// Stores in the summary the contents that the search has found.
void InputSearch::finish() {
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    summary->inputs[i].failing = std::move(request.inputs[i].failing);
    summary->inputs[i].passing = std::move(request.inputs[i].passing);
  }
}

llvm::Error InputSearch::run(InputSummary &found, ReductionObserver &observer,
                             const std::atomic<bool> &stop) {
  Stopwatch stopwatch;
  summary = &found;
  tests.emplace(
      SearchTests{lanes, memory, request.budget, found, observer, stop});
  found.form = request.form;
  found.algorithm = request.algorithm.name.str();
  found.lanes = lanes.lanes();
  found.inputs.clear();
  for (const InputPair &input : request.inputs)
    found.inputs.push_back({input.path, input.failing, "", "", "", ""});
  llvm::Error error = request.tree ? runTree() : runLevels();
  finish();
  found.seconds = stopwatch.seconds();
  return error;
}
