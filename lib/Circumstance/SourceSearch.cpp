// Searches for the smallest program text that still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SourceSearch.h"
#include "CheckedTester.h"
#include "pinstripe/Circumstance/InputCircumstance.h"
#include "pinstripe/Circumstance/SourceCircumstance.h"

using namespace pinstripe;

namespace {

/// A circumstance (something that a failure depends on) that takes its elements
/// from another one, `inner`. All its runs get the standard input `input`.
class WithInput : public Circumstance {
public:
  WithInput(const Circumstance &inner, const std::string &input)
      : inner(inner), input(input) {}
  size_t elements() const override { return inner.elements(); }
  llvm::StringRef elementsName() const override { return inner.elementsName(); }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override {
    llvm::Expected<Materials> materials = inner.materialise(configuration);
    if (materials)
      materials->standardInput = input;
    return materials;
  }
  std::vector<ElementGroup> groups() const override { return inner.groups(); }
  const ElementTree *tree() const override { return inner.tree(); }

private:
  const Circumstance &inner;
  const std::string &input;
};

} // namespace

std::vector<SourceLevel> pinstripe::allSourceLevels() {
  return {SourceLevel::Deletions, SourceLevel::Contents, SourceLevel::Lines,
          SourceLevel::Simplifications, SourceLevel::Tokens};
}

std::unique_ptr<RunTester>
pinstripe::checkedTester(const SourceEditor &editor,
                         std::unique_ptr<RunTester> tester) {
  return std::make_unique<CheckedTester>(editor, std::move(tester));
}

void SourceSearch::take(Materials materials) {
  for (size_t i = 0; i < request.texts.size(); ++i)
    request.texts[i].text = std::move(*materials.files[i].content);
}

void SourceSearch::note(const Circumstance &circumstance,
                        const StageResult &result) {
  SourceSummary &to = *summary;
  SourceStage stage;
  stage.edits = circumstance.elementsName().str();
  stage.round = round;
  stage.elements = circumstance.elements();
  stage.made = circumstance.elements() - result.best.count();
  stage.runs = result.tests.runs();
  stage.refused = result.tests.refused();
  for (const SourceText &text : request.texts)
    stage.bytes += text.text.size();
  to.stages.push_back(std::move(stage));
  to.refused += result.tests.refused();
}

llvm::Error SourceSearch::runStage(const Circumstance &inner) {
  if (inner.elements() == 0)
    return llvm::Error::success();
  WithInput circumstance(inner, request.standardInput);
  StageResult result;
  llvm::Error error = tests->reduce(result, circumstance, request.algorithm);
  // A stage is a part of the search, about one kind of elements. It has a
  // result only if at least one of its tests had the outcome FAIL.
  if (result.counts.fail != 0 &&
      result.best.count() != circumstance.elements()) {
    llvm::Expected<Materials> materials = circumstance.materialise(result.best);
    if (!materials)
      return llvm::joinErrors(std::move(error), materials.takeError());
    take(std::move(*materials));
    hasChanged = true;
  }
  note(circumstance, result);
  if (error)
    return error;
  isOver = result.endedEarly();
  if (result.end == ReductionEnd::FullDoesNotFail)
    return failsOnlySometimes("the text");
  return llvm::Error::success();
}

llvm::Error SourceSearch::runEdits(EditKind kind) {
  const std::vector<SourceText> texts = request.texts;
  EditList list = request.editor.list(texts, kind, &tests->stop);
  if (tests->stop.load()) {
    summary->interrupted = isOver = true;
    return llvm::Error::success();
  }
  return runStage(SourceCircumstance(texts, list, kind));
}

llvm::Error SourceSearch::runLevel(SourceLevel level) {
  switch (level) {
  case SourceLevel::Deletions:
    return runEdits(EditKind::Deletions);
  case SourceLevel::Contents:
    return runEdits(EditKind::Contents);
  case SourceLevel::Simplifications:
    return runEdits(EditKind::Simplifications);
  case SourceLevel::Lines:
  case SourceLevel::Tokens:
    break;
  }
  std::vector<InputPair> inputs;
  for (const SourceText &text : request.texts)
    inputs.push_back({text.path, "", text.text});
  PartKind parts =
      level == SourceLevel::Lines ? PartKind::Lines : PartKind::Tokens;
  return runStage(InputCircumstance(std::move(inputs), parts));
}

/// Makes a large text smaller with few tests, since each test of a large text
/// takes long. Most function bodies do not matter for the failure, and most
/// declarations in headers are used only in such bodies. So bodies and unused
/// declarations are removed before anything else.
llvm::Error SourceSearch::runLargeText() {
  constexpr size_t large = size_t(32) << 10;
  auto bytes = [&] {
    size_t sum = 0;
    for (const SourceText &text : request.texts)
      sum += text.text.size();
    return sum;
  };
  for (size_t before = SIZE_MAX; bytes() > large && bytes() < before;) {
    // Another round of edits is worthwhile only if this round makes the text at
    // least an eighth shorter.
    before = bytes() - bytes() / 8;
    for (EditKind kind : {EditKind::Unused, EditKind::Bodies}) {
      if (llvm::Error error = runEdits(kind))
        return error;
      if (isOver)
        return llvm::Error::success();
    }
  }
  return llvm::Error::success();
}

llvm::Error SourceSearch::runRounds() {
  for (;;) {
    ++round;
    hasChanged = false;
    if (round == 1 &&
        llvm::is_contained(request.levels, SourceLevel::Deletions))
      if (llvm::Error error = runLargeText())
        return error;
    if (isOver)
      return llvm::Error::success();
    for (SourceLevel level : request.levels) {
      if (llvm::Error error = runLevel(level))
        return error;
      bool isEmpty = llvm::all_of(request.texts, [](const SourceText &text) {
        return text.text.empty();
      });
      summary->emptyFails = isEmpty;
      if (isOver || isEmpty)
        return llvm::Error::success();
    }
    if (!hasChanged) {
      summary->isMinimal = true;
      return llvm::Error::success();
    }
  }
}

/// Formats the text with clang-format, and keeps the formatted text if its run
/// still fails. If the search is interrupted meanwhile, the text does not
/// change.
llvm::Error SourceSearch::format() {
  auto materials = std::make_shared<Materials>();
  materials->standardInput = request.standardInput;
  bool isSame = true;
  for (const SourceText &text : request.texts) {
    std::optional<std::string> formatted =
        SourceEditor::formatted(text, &tests->stop);
    std::string content = formatted.value_or(text.text);
    isSame &= content == text.text;
    materials->files.push_back({text.path, std::move(content)});
  }
  if (tests->stop.load())
    summary->interrupted = true;
  if (tests->stop.load() || isSame)
    return llvm::Error::success();
  PlannedTest planned{materials->key(), materials};
  std::optional<Outcome> outcome = memory.find(planned.key);
  if (!outcome) {
    llvm::Expected<std::optional<TestedRun>> tested = lanes.take(planned);
    if (!tested)
      return tested.takeError();
    if (!*tested) {
      summary->interrupted = true;
      return llvm::Error::success();
    }
    if (llvm::Error error = memory.add(planned.key, **tested))
      return error;
    outcome = (*tested)->outcome;
    ++summary->runs;
    summary->counts.add(*outcome);
  }
  if (*outcome != Outcome::Fail)
    return llvm::Error::success();
  summary->isFormatted = true;
  take(std::move(*materials));
  return llvm::Error::success();
}

llvm::Error SourceSearch::run(SourceSummary &found, ReductionObserver &observer,
                              const std::atomic<bool> &stop) {
  summary = &found;
  tests.emplace(
      SearchTests{lanes, memory, request.budget, found, observer, stop});
  found.algorithm = request.algorithm.name.str();
  found.lanes = lanes.lanes();
  found.sources.clear();
  for (const SourceText &text : request.texts)
    found.sources.push_back({text.path, text.text, "", ""});
  llvm::Error error = runRounds();
  if (!error && request.isFormatted)
    error = format();
  for (size_t i = 0; i < request.texts.size(); ++i)
    found.sources[i].reduced = request.texts[i].text;
  return error;
}
