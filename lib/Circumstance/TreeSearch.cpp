// Reduces an input by its derivation tree: each candidate follows the grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/TreeSearch.h"
#include "pinstripe/Circumstance/TreeCircumstance.h"

using namespace pinstripe;

namespace {

/// Refuses texts with too many syntax errors, and passes all other texts on to
/// another tester.
class SyntaxTester : public RunTester {
public:
  SyntaxTester(const Language &language, size_t maxErrors, std::string path,
               std::unique_ptr<RunTester> tester)
      : checker(language, maxErrors), path(std::move(path)),
        tester(std::move(tester)) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override {
    if (checker.accepts(textIn(materials)))
      return tester->test(materials, givenUp);
    TestedRun refused;
    refused.cause = syntaxCause.str();
    return refused;
  }

private:
  llvm::StringRef textIn(const Materials &materials) const {
    if (path.empty())
      return *materials.standardInput;
    return *materials.files[0].content;
  }

  LanguageChecker checker;
  std::string path;
  std::unique_ptr<RunTester> tester;
};

} // namespace

std::unique_ptr<RunTester>
pinstripe::syntaxTester(const Language &language, size_t maxErrors,
                        std::string path, std::unique_ptr<RunTester> tester) {
  return std::make_unique<SyntaxTester>(language, maxErrors, std::move(path),
                                        std::move(tester));
}

llvm::ArrayRef<NamedTreeMethod> pinstripe::namedTreeMethods() {
  static constexpr NamedTreeMethod methods[] = {
      {"hdd", TreeMethod::Levels},
      {"grabr", TreeMethod::Book},
      {"grabr-depth", TreeMethod::BookByDepth}};
  return methods;
}

TreeSearch::TreeSearch(TreeRequest stated, TestLanes &lanes,
                       OutcomeMemory &memory, InputSummary &summary)
    : request(std::move(stated)), lanes(lanes), memory(memory),
      summary(summary), firstSize(request.tree.size()) {}

void TreeSearch::setTree(DerivationTree tree) {
  replacements.reset();
  request.tree = std::move(tree);
}

/// Replaces a subtree of the current tree. Called when a run with the smaller
/// text still fails.
void TreeSearch::take(const Replacement &replacement) {
  if (request.reader)
    setTree(request.reader->read(replacements->textOfTree(replacement)));
  else
    setTree(request.tree.with(replacement.node,
                              replacements->subtree(replacement)));
}

/// Returns true if a replacement is worth a test. If the grammar is that of a
/// programming language, the new text must be shorter than the old one. Fewer
/// tokens do not ensure that, since spaces may have to be added between tokens.
bool TreeSearch::isCandidate(const Replacement &replacement) const {
  return !request.reader ||
         replacements->textOfTree(replacement).size() < text().size();
}

/// Returns true if the search must end before its next test.
bool TreeSearch::isOver() {
  summary.interrupted |= tests->stop.load();
  return summary.interrupted || tests->noteLimit();
}

/// Adds a stage of the search to the summary, unless the stage has made no run
/// and removed nothing.
void TreeSearch::note(llvm::StringRef parts, uint32_t nodes, uint64_t runs) {
  uint64_t made = summary.runs - runs;
  if (made != 0 || nodes != request.tree.size())
    summary.levels.push_back({parts.str(), nodes, request.tree.size(), made});
}

// Single tests

PlannedTest TreeSearch::planned(std::string text) const {
  return planTest(materialsOf(request.path, std::move(text)));
}

/// Tells the lanes, which make tests in parallel, which tests come next if none
/// of them leads to a replacement. The lanes make these tests in advance.
void TreeSearch::expect(const PlannedTest &next,
                        llvm::ArrayRef<Replacement> upcoming) {
  if (lanes.lanes() == 1)
    return;
  std::vector<PlannedTest> expected = {next};
  for (const Replacement &each : upcoming.take_front(lanes.lanes() - 1)) {
    if (!isCandidate(each))
      continue;
    PlannedTest test = planned(replacements->textOfTree(each));
    if (!memory.find(test.key))
      expected.push_back(std::move(test));
  }
  lanes.expect(std::move(expected));
}

llvm::Expected<Outcome> TreeSearch::test(std::string text,
                                         llvm::ArrayRef<Replacement> upcoming) {
  PlannedTest next = planned(std::move(text));
  if (std::optional<Outcome> outcome = memory.find(next.key)) {
    ++summary.counts.cached;
    return *outcome;
  }
  expect(next, upcoming);
  llvm::Expected<std::optional<TestedRun>> tested = lanes.take(next);
  if (!tested)
    return tested.takeError();
  if (!*tested)
    return Outcome::Unresolved;
  const TestedRun &run = **tested;
  summary.runs += run.cause == syntaxCause ? 0 : 1;
  summary.counts.add(run.outcome);
  if (run.outcome == Outcome::Unresolved)
    ++summary.causes[run.cause];
  if (llvm::Error error = memory.add(next.key, run))
    return error;
  tests->observer.progressed({"subtrees", request.tree.size(), firstSize,
                              std::nullopt, summary.counts});
  return run.outcome;
}

/// Tests whether the whole input fails.
llvm::Error TreeSearch::checkWhole() {
  tests->observer.phaseChanged("subtrees");
  llvm::Expected<Outcome> outcome = test(text().str(), {});
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail) {
    // A search that has counted no FAIL would be taken for one without a
    // result. So at least one FAIL is counted here, even if the outcome of this
    // test comes from an earlier search and was not counted.
    summary.counts.fail = std::max<size_t>(summary.counts.fail, 1);
    return llvm::Error::success();
  }
  summary.interrupted |= tests->stop.load();
  if (summary.interrupted)
    return llvm::Error::success();
  return failsOnlySometimes("the input");
}

/// Tries replacements of one node until a run with a smaller text fails as
/// before. Makes that replacement in the tree. Returns false if there is no
/// such replacement.
llvm::Expected<bool>
TreeSearch::tryReplacements(const std::vector<Replacement> &candidates) {
  llvm::ArrayRef<Replacement> rest = candidates;
  for (; !rest.empty() && !isOver(); rest = rest.drop_front()) {
    const Replacement &each = rest.front();
    if (!isCandidate(each))
      continue;
    std::string candidate = replacements->textOfTree(each);
    // The smaller tree may stand for the same text as the current tree. Then
    // the run would be the same, too, so the smaller tree is taken without a
    // test.
    bool isSameText = candidate == text();
    if (!isSameText) {
      llvm::Expected<Outcome> outcome =
          test(std::move(candidate), rest.drop_front());
      if (!outcome)
        return outcome.takeError();
      if (*outcome != Outcome::Fail)
        continue;
    }
    take(each);
    return true;
  }
  return false;
}

// The following functions implement the usual method, TreeMethod::Usual: it
// removes branches and then replaces subtrees.

llvm::Expected<bool> TreeSearch::runLevel(uint32_t level) {
  TreeCircumstance circumstance(*request.grammar, request.tree, request.path,
                                level);
  if (circumstance.elements() == 0)
    return false;
  StageResult result;
  llvm::Error error = tests->reduce(result, circumstance, request.algorithm);
  bool isSmaller =
      result.counts.fail != 0 && result.best.count() != circumstance.elements();
  if (isSmaller && request.reader) {
    std::string smaller = circumstance.textOf(result.best);
    // If parts are removed, spaces may be needed between the tokens that are
    // left. So the text need not be shorter than before.
    isSmaller = smaller.size() < text().size();
    if (isSmaller)
      setTree(request.reader->read(smaller));
  } else if (isSmaller) {
    setTree(circumstance.treeOf(result.best));
  }
  if (error)
    return std::move(error);
  return isSmaller;
}

/// Removes branches on all levels of the derivation tree. Returns true if any
/// could be removed.
llvm::Expected<bool> TreeSearch::runLevels() {
  uint32_t nodes = request.tree.size();
  uint64_t runs = summary.runs;
  bool isSmaller = false;
  for (uint32_t level = 0;
       level < TreeCircumstance::levelsOf(request.tree) && !isOver(); ++level) {
    llvm::Expected<bool> found = runLevel(level);
    if (!found)
      return found;
    isSmaller |= *found;
  }
  note("branches", nodes, runs);
  return isSmaller;
}

/// Tries to replace the subtree of each node by a smaller one: a subtree near
/// below it, or a short text of its symbol (see TreeReplacements::nearest).
/// Returns true if it has made at least one replacement.
llvm::Expected<bool> TreeSearch::runNearest() {
  uint32_t nodes = request.tree.size();
  uint64_t runs = summary.runs;
  tests->observer.phaseChanged("subtrees");
  bool isSmaller = false;
  for (NodeIndex node = 0; node < request.tree.size() && !isOver();) {
    if (!replacements)
      replacements =
          std::make_unique<TreeReplacements>(*request.grammar, request.tree);
    llvm::Expected<bool> found = tryReplacements(replacements->nearest(node));
    if (!found)
      return found;
    isSmaller |= *found;
    node += *found ? 0 : 1;
  }
  note("subtrees", nodes, runs);
  return isSmaller;
}

llvm::Expected<bool> TreeSearch::runUsual() {
  for (;;) {
    llvm::Expected<bool> fewer = runLevels();
    if (!fewer)
      return fewer;
    llvm::Expected<bool> smaller = runNearest();
    // The replacements that `runNearest` tries include the removal of branches.
    // So if none of them is possible any more, no branch can be removed either.
    if (!smaller || !*smaller || isOver())
      return smaller;
  }
}

// The following functions implement the reduction methods of the Fuzzing Book.

/// Tries to replace the children of each node, from the root on. Returns true
/// if it has made at least one replacement. The function in the Fuzzing Book
/// calls itself for the children after it has replaced them. This loop visits
/// the nodes in the same order, which is preorder.
llvm::Expected<bool> TreeSearch::tryBook(std::optional<uint32_t> depth) {
  bool isSmaller = false;
  for (NodeIndex node = 0; node < request.tree.size() && !isOver();) {
    bool anyChild = false;
    NodeIndex child = node + 1;
    // After a replacement, the text may have been parsed again, and the new
    // tree may have fewer nodes than before. So the indices are compared with
    // the size of the tree each time.
    while (node < request.tree.size() && child < request.tree.after(node) &&
           !isOver()) {
      if (!replacements) {
        replacements =
            std::make_unique<TreeReplacements>(*request.grammar, request.tree);
        heights = TreeShape(request.tree).heights;
      }
      bool isHigh = !depth || heights[child] > *depth;
      llvm::Expected<bool> found =
          isHigh ? tryReplacements(replacements->ofBook(child, depth))
                 : llvm::Expected<bool>(false);
      if (!found)
        return found;
      anyChild |= *found;
      child = request.tree.after(child);
    }
    isSmaller |= anyChild;
    if (anyChild)
      continue;
    // If `depth` is given, a node is replaced only by nodes that are `depth`
    // levels below it. A subtree that is not high enough for that is skipped.
    bool isLow = depth && replacements && heights[node] < *depth + 2;
    node = isLow ? request.tree.after(node) : node + 1;
  }
  return isSmaller;
}

llvm::Expected<bool> TreeSearch::runBook() {
  uint32_t nodes = request.tree.size();
  uint64_t runs = summary.runs;
  llvm::Expected<bool> found = tryBook(std::nullopt);
  note("subtrees", nodes, runs);
  return found;
}

llvm::Expected<bool> TreeSearch::runBookByDepth() {
  uint32_t nodes = request.tree.size();
  uint64_t runs = summary.runs;
  for (uint32_t depth = 0; depth < TreeShape(request.tree).heights[0];) {
    llvm::Expected<bool> found = tryBook(depth);
    if (!found)
      return found;
    if (isOver())
      break;
    depth = *found ? 0 : depth + 1;
  }
  note("subtrees", nodes, runs);
  return false;
}

/// Runs the method of the search (a TreeMethod) once. Returns true if it may
/// find more when it is run again.
llvm::Expected<bool> TreeSearch::runMethod() {
  switch (request.method) {
  case TreeMethod::Usual:
    return runUsual();
  case TreeMethod::Levels:
    return runLevels();
  case TreeMethod::Book:
    return runBook();
  case TreeMethod::BookByDepth:
    return runBookByDepth();
  }
  return false;
}

llvm::Error TreeSearch::run(ReductionObserver &observer,
                            const std::atomic<bool> &stop) {
  tests.emplace(
      SearchTests{lanes, memory, request.budget, summary, observer, stop});
  if (llvm::Error error = checkWhole())
    return error;
  bool isComplete = false;
  while (!isComplete && !isOver()) {
    llvm::Expected<bool> found = runMethod();
    if (!found)
      return found.takeError();
    isComplete = !*found && !isOver();
    if (!request.fixpoint)
      break;
  }
  summary.emptyFails = text().empty();
  bool isProven = request.method != TreeMethod::Levels ||
                  request.algorithm.guarantee == Minimality::OneMinimal;
  if (isComplete && isProven) {
    summary.minimality = Minimality::OneMinimal;
    summary.proven =
        request.method == TreeMethod::Levels ? "branches" : "subtrees";
  }
  return llvm::Error::success();
}
