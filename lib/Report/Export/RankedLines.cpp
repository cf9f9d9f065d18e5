// Reads the ranking of lines by `pinstripe locate` back from its JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/RankedLines.h"
#include "KindNames.h"
#include "pinstripe/Report/UninitialisedText.h"
#include "pinstripe/Result/Text.h"

using namespace pinstripe;

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Reads one document of `locate`. Fields that are missing, or of another type,
/// count as 0 or as an empty text.
class RankingReader {
public:
  RankingReader(const CaseReport &report, const Object &document)
      : report(report), document(document) {}
  Ranking read();

private:
  void readQuestion();
  RankedLine readLine(const Object &line) const;
  LineHint readHint(const Object &evidence) const;
  LineHint readChange(llvm::StringRef kind, const Object &evidence) const;
  static LineHint readMutation(const Object &evidence);
  LineHint readUse(const Object &evidence) const;
  std::string describeNeed(const Object &evidence) const;
  std::string describeSlices(const Object &evidence) const;
  std::optional<FileId> findFile(llvm::StringRef path) const;
  std::string wrongThing() const {
    return isAboutCrash ? "the crash" : "the wrong line";
  }

  const CaseReport &report;
  const Object &document;
  bool isAboutCrash = false;
  Ranking ranking;
};

} // namespace

static uint64_t number(const Object &object, llvm::StringRef key) {
  std::optional<int64_t> value = object.getInteger(key);
  return value && *value > 0 ? *value : 0;
}

static std::string text(const Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

static bool isTrue(const Object &object, llvm::StringRef key) {
  return object.getBoolean(key).value_or(false);
}

static std::optional<std::string> textIfAny(const Object &object,
                                            llvm::StringRef key) {
  if (auto value = object.getString(key))
    return value->str();
  return std::nullopt;
}

static Effect effectOf(const Object &evidence) {
  std::string name = text(evidence, "effect");
  for (size_t i = 0; i != effects; ++i)
    if (kebab(nameOf(static_cast<Effect>(i))) == name)
      return static_cast<Effect>(i);
  return Effect::Other;
}

static UninitialisedUse::Kind kindOfUse(llvm::StringRef name) {
  using enum UninitialisedUse::Kind;
  for (UninitialisedUse::Kind kind : {Variable, Heap, FreedHeap, MissingReturn})
    if (kebab(nameOf(kind)) == name)
      return kind;
  return Stack;
}

static bool isStrong(Effect effect) {
  return effect == Effect::ExpectedOutput || effect == Effect::NoCrash;
}

/// Returns the effect of an experiment as a text, such as "the expected output
/// comes out (2 of 2 trials)".
static std::string describeEffect(const Object &evidence,
                                  llvm::StringRef trial) {
  return describe(effectOf(evidence)).str() + " (" +
         std::to_string(number(evidence, "hits")) + " of " +
         counted(number(evidence, "trials"), trial) + ")";
}

/// Describes how one statement was changed: "taken the other way".
static std::string describeChange(llvm::StringRef kind,
                                  const Object &evidence) {
  if (const Object *replaced = evidence.getObject("replaced"))
    return describe(ReplacedValue{
        text(*replaced, "operand"), text(*replaced, "recorded"),
        text(*replaced, "instead"), text(*replaced, "when") == "after"});
  if (kind == "omit")
    return isTrue(evidence, "leaves_switch") ? "with a `break` after it"
                                             : "left out";
  std::string operand = text(evidence, "operand");
  return (operand.empty() ? "" : "operand `" + operand + "` ") +
         "taken the other way";
}

LineHint RankingReader::readChange(llvm::StringRef kind,
                                   const Object &evidence) const {
  LineHint hint;
  hint.isStrong = isStrong(effectOf(evidence));
  uint64_t index = number(evidence, "index");
  if (index != 0 && index <= report.trace.size())
    hint.event = EventIndex(index - 1);
  bool isSingle = text(evidence, "form") == "single";
  hint.sentence =
      describeChange(kind, evidence) +
      (isSingle ? " at #" + std::to_string(number(evidence, "instance"))
                : " each time") +
      ": " + describeEffect(evidence, "trial");
  return hint;
}

LineHint RankingReader::readMutation(const Object &evidence) {
  LineHint hint;
  hint.isStrong = isStrong(effectOf(evidence));
  hint.change =
      SourceChange{static_cast<uint32_t>(number(evidence, "changed_line")),
                   text(evidence, "before"), text(evidence, "after"),
                   isTrue(evidence, "inserted")};
  std::string after = "`" + hint.change->after + "`";
  hint.sentence = (hint.change->isInsertion ? "with " + after + " before it"
                                            : "written as " + after) +
                  ": " + describeEffect(evidence, "mutant");
  return hint;
}

LineHint RankingReader::readUse(const Object &evidence) const {
  LineHint hint;
  hint.sentence = "uses memory that nothing had set";
  const Object *trace = document.getObject("trace");
  const Object *memory = trace ? trace->getObject("uninitialised") : nullptr;
  const Array *uses = memory ? memory->getArray("uses") : nullptr;
  uint64_t place = number(evidence, "use");
  const Object *use =
      uses && place < uses->size() ? (*uses)[place].getAsObject() : nullptr;
  if (!use)
    return hint;
  UninitialisedUse found;
  found.kind = kindOfUse(text(*use, "kind"));
  found.variable = text(*use, "variable");
  found.instances = number(*use, "instances");
  hint.sentence = pinstripe::describe(report.table, found);
  if (uint64_t index = number(*use, "index");
      index != 0 && index <= report.trace.size())
    hint.event = EventIndex(index - 1);
  return hint;
}

std::string RankingReader::describeNeed(const Object &evidence) const {
  std::string need =
      isTrue(evidence, "guard")
          ? (isAboutCrash ? "decides that it crashes: "
                          : "decides that the wrong line is printed as "
                            "it is: ")
          : wrongThing() + " needs it: ";
  return need + std::to_string(number(evidence, "kept")) + " of " +
         counted(number(evidence, "executed"), "instance");
}

std::string RankingReader::describeSlices(const Object &evidence) const {
  uint64_t right = number(evidence, "right_lines");
  std::string others =
      right == 0
          ? ""
          : counted(right, isAboutCrash ? "earlier execution" : "right line");
  if (isTrue(evidence, "by_value"))
    return "its value goes into " + wrongThing() +
           (right == 0 ? "" : " and " + others);
  std::string result =
      wrongThing() + (number(evidence, "wrong_lines") == 0
                          ? " does not depend on it"
                          : " depends on it, by a decision or an address");
  return right == 0 ? result : result + "; its value goes into " + others;
}

LineHint RankingReader::readHint(const Object &evidence) const {
  std::string kind = text(evidence, "kind");
  if (kind == "switch" || kind == "omit" || kind == "replace")
    return readChange(kind, evidence);
  if (kind == "mutate")
    return readMutation(evidence);
  if (kind == "uninitialised")
    return readUse(evidence);
  LineHint hint;
  if (kind == "kept")
    hint.sentence = describeNeed(evidence);
  if (kind == "slice")
    hint.sentence = describeSlices(evidence);
  return hint;
}

/// Finds the file that `locate` named `path`. If `locate` ran in another
/// folder, its name for the file differs from the present one.
std::optional<FileId> RankingReader::findFile(llvm::StringRef path) const {
  std::optional<FileId> found;
  for (size_t i = 0; i != report.table.files.size(); ++i) {
    if (report.table.displayPath(FileId(i)) == path)
      return FileId(i);
    if (!found && report.table.isNamed(FileId(i), path))
      found = FileId(i);
  }
  return found;
}

RankedLine RankingReader::readLine(const Object &line) const {
  RankedLine result;
  result.path = text(line, "file");
  result.file = findFile(result.path);
  result.line = number(line, "line");
  result.endLine = std::max<uint32_t>(number(line, "end_line"), result.line);
  result.function = text(line, "function");
  result.text = text(line, "text");
  result.executed = number(line, "executed");
  result.score = line.getNumber("score").value_or(0);
  if (const Array *evidence = line.getArray("evidence"))
    for (const Value &each : *evidence)
      if (const Object *object = each.getAsObject())
        if (LineHint hint = readHint(*object); !hint.sentence.empty())
          result.hints.push_back(std::move(hint));
  return result;
}

void RankingReader::readQuestion() {
  const Object *wrong = document.getObject("wrong");
  isAboutCrash = !wrong && report.crash.has_value();
  if (!wrong) {
    ranking.question = isAboutCrash ? "the crash" : "the wrong output";
    return;
  }
  ranking.printed = textIfAny(*wrong, "printed");
  ranking.expected = textIfAny(*wrong, "expected");
  ranking.outputLine = number(*wrong, "line");
  std::string line = "line " + std::to_string(ranking.outputLine);
  auto quoted = [](llvm::StringRef text) {
    return "\"" + printable(text) + "\"";
  };
  if (!ranking.printed)
    ranking.question = "the output, which ends before " + line;
  else
    ranking.question =
        quoted(*ranking.printed) + " in " + line + " of the output";
  if (ranking.expected)
    ranking.question +=
        ", where " + quoted(*ranking.expected) + " was expected";
}

Ranking RankingReader::read() {
  readQuestion();
  if (const Array *lines = document.getArray("ranked"))
    for (const Value &each : *lines)
      if (const Object *line = each.getAsObject())
        if (RankedLine read = readLine(*line); read.line != 0 && read.score > 0)
          ranking.lines.push_back(std::move(read));
  return std::move(ranking);
}

Ranking pinstripe::readRanking(const CaseReport &report) {
  auto found = report.documents.find("locate");
  const Object *document =
      found == report.documents.end() ? nullptr : found->second.getAsObject();
  if (!document)
    return {};
  return RankingReader(report, *document).read();
}
