// Writes the page, shown in a browser, of a search that reduces an input or
// another circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/SearchPage.h"
#include "Page/PageElement.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/Page.h"
#include "pinstripe/Report/TextReports.h"
#include "JSON/JSONWriter.h"

using namespace pinstripe;

/// The largest text in the page, in bytes. If a text is larger, the page only
/// says how large it is.
static constexpr size_t maxText = size_t{1} << 20;

/// Returns the text that a verb writes into a file as its result.
template <typename Summary>
static std::string reportOf(const Summary &summary,
                            void (*write)(const Summary &, TextStyle,
                                          llvm::raw_ostream &)) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(summary, TextStyle(), stream);
  return text;
}

static std::optional<std::string> textIf(bool isSought,
                                         const std::string &text) {
  return isSought ? std::optional(text) : std::nullopt;
}

/// Returns the size of the failing result as a share of the size before the
/// search. If the search looked only for a passing result, returns the share of
/// the passing result.
static ShownShare shareOf(SearchForm form, uint64_t given, uint64_t failing,
                          uint64_t passing, std::string unit) {
  uint64_t left = form == SearchForm::Maximise ? passing : failing;
  return {left, given, std::move(unit)};
}

static ShownText shownText(std::string name, SearchForm form,
                           const std::string &given, const std::string &failing,
                           const std::string &passing) {
  return {std::move(name), given, textIf(form != SearchForm::Maximise, failing),
          textIf(form != SearchForm::Minimise, passing)};
}

/// Returns a page with the facts that all searches have: the verb, its version
/// and the program.
static ShownSearch begun(std::string verb, const std::string &version,
                         const std::string &program) {
  ShownSearch shown;
  shown.verb = std::move(verb);
  shown.version = version;
  shown.program = program;
  return shown;
}

/// Returns a page about a search that reduces inputs: each input before and
/// after the search, and the stages of the search.
static ShownSearch shownInputs(std::string verb, const InputSummary &summary) {
  ShownSearch shown = begun(std::move(verb), summary.version, summary.program);
  shown.form = summary.form;
  for (const ReducedInput &input : summary.inputs)
    shown.texts.push_back(
        shownText(input.path.empty() ? "standard input" : input.path,
                  summary.form, input.original, input.failing, input.passing));
  shown.stages = summary.levels;
  return shown;
}

ShownSearch pinstripe::shownSearch(const InputSummary &summary) {
  ShownSearch shown = shownInputs("input", summary);
  ShownShare all{0, 0, "bytes"};
  for (const ReducedInput &input : summary.inputs) {
    ShownShare share =
        shareOf(summary.form, input.original.size(), input.failing.size(),
                input.passing.size(), "bytes");
    all.left += share.left;
    all.of += share.of;
  }
  shown.share = all;
  shown.report = reportOf(summary, writeInputs);
  return shown;
}

ShownSearch pinstripe::shownSearch(const ActionSummary &summary) {
  ShownSearch shown = shownInputs("actions", summary);
  for (ShownText &text : shown.texts)
    text.name = summary.file;
  auto actions = [](llvm::StringRef lines) { return lines.count('\n'); };
  if (!summary.inputs.empty()) {
    const ReducedInput &list = summary.inputs.front();
    shown.share =
        shareOf(summary.form, actions(list.original), actions(list.failing),
                actions(list.passing), "actions");
  }
  shown.report = reportOf(summary, writeActions);
  return shown;
}

ShownSearch pinstripe::shownSearch(const OptionsSummary &summary) {
  ShownSearch shown = begun("options", summary.version, summary.program);
  shown.form = summary.form;
  auto command = [](const std::optional<TestedStart> &start) {
    return start ? std::optional(start->command) : std::nullopt;
  };
  shown.texts = {{"command line", summary.original.command,
                  command(summary.failing), command(summary.passing)}};
  const std::optional<TestedStart> &result =
      summary.form == SearchForm::Maximise ? summary.passing : summary.failing;
  if (result && summary.arguments != 0)
    shown.share = {result->arguments.size(), summary.arguments, "arguments"};
  shown.stages = summary.levels;
  shown.report = reportOf(summary, writeOptions);
  return shown;
}

ShownSearch pinstripe::shownSearch(const SourceSummary &summary) {
  ShownSearch shown = begun("source", summary.version, summary.program);
  shown.share = {sizeOf(summary, /*isReduced=*/true).lines,
                 sizeOf(summary, /*isReduced=*/false).lines, "lines"};
  for (const ReducedSource &source : summary.sources)
    shown.texts.push_back({source.path, source.original, source.reduced, {}});
  for (const SourceStage &stage : summary.stages)
    shown.stages.push_back(
        {stage.edits + ", round " + std::to_string(stage.round), stage.elements,
         stage.elements - stage.made, stage.runs});
  shown.report = reportOf(summary, writeSources);
  return shown;
}

ShownSearch pinstripe::shownSearch(const RevisionSummary &summary) {
  ShownSearch shown =
      begun("changes", summary.version,
            summary.command.empty() ? "" : summary.command.front());
  shown.form = summary.form;
  if (summary.hunks != 0 && summary.form == SearchForm::Maximise)
    shown.share = {summary.changes - summary.keptChanges, summary.changes,
                   "changed lines"};
  else if (summary.hunks != 0)
    shown.share = {summary.kept.size(), summary.hunks, "hunks"};
  std::string file = summary.patch ? summary.patchFile : summary.passingFile;
  shown.texts = {{file.empty() ? "the changes" : file, "", summary.patch,
                  summary.passingPatch}};
  for (const RevisionLevel &level : summary.levels)
    shown.stages.push_back(
        {level.grain, level.before, level.after, level.tests});
  shown.report = reportOf(summary, writeRevisions);
  return shown;
}

ShownSearch pinstripe::shownSearch(const CallSummary &summary) {
  ShownSearch shown = begun("call", summary.version, summary.function);
  shown.form = summary.form;
  ShownShare all{0, 0, "characters and elements"};
  for (const ChangedArgument &each : summary.arguments) {
    ShownShare share = shareOf(summary.form, each.elements,
                               each.failingElements, each.passingElements, "");
    all.left += share.left;
    all.of += share.of;
    shown.texts.push_back(shownText(each.name, summary.form, each.original,
                                    each.failing, each.passing));
    shown.stages.push_back({each.name, share.of, share.left, each.tests});
  }
  if (all.of != 0)
    shown.share = all;
  shown.report = reportOf(summary, writeCall);
  return shown;
}

namespace {

class SearchWriter : public JSONWriter {
public:
  SearchWriter(const ShownSearch &search, const UnitTable &none,
               llvm::raw_ostream &stream)
      : JSONWriter(none, stream, /*indent=*/0), search(search) {}
  void write();

private:
  void writeContent(llvm::StringRef name,
                    const std::optional<std::string> &content);

  const ShownSearch &search;
};

} // namespace

void SearchWriter::writeContent(llvm::StringRef name,
                                const std::optional<std::string> &content) {
  if (!content)
    return attribute(name, nullptr);
  attributeObject(name, [&] {
    attribute("bytes", content->size());
    if (content->size() <= maxText)
      text("text", *content);
    else
      attribute("text", nullptr);
  });
}

void SearchWriter::write() {
  object([&] {
    tool(search.version);
    text("verb", search.verb);
    text("program", search.program);
    text("command", search.command);
    attribute("form", formName(search.form));
    if (search.share)
      attributeObject("share", [&] {
        attribute("left", search.share->left);
        attribute("of", search.share->of);
        attribute("unit", search.share->unit);
      });
    else
      attribute("share", nullptr);
    objects("texts", search.texts, [&](const ShownText &each) {
      text("name", each.name);
      writeContent("given", textIf(!each.given.empty(), each.given));
      writeContent("failing", each.failing);
      writeContent("passing", each.passing);
    });
    objects("stages", search.stages, [&](const SearchStage &stage) {
      text("elements", stage.elements);
      attribute("before", stage.before);
      attribute("after", stage.after);
      attribute("tests", stage.tests);
    });
    text("report", search.report);
  });
}

void pinstripe::writeSearchPage(const ShownSearch &search,
                                llvm::StringRef viewer,
                                llvm::raw_ostream &stream) {
  std::string document;
  llvm::raw_string_ostream text(document);
  UnitTable none;
  SearchWriter(search, none, text).write();
  auto [head, tail] = viewer.split(pageDataMark);
  stream << head;
  writePageElement("search", packText(document), stream);
  stream << tail;
}
