// Makes texts that occur in the reports of several kinds of searches, such as a
// search in an input and a search in a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/SearchText.h"
#include "KindNames.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

std::string pinstripe::describeEarlyEnd(const SearchSummary &summary) {
  if (summary.interrupted)
    return " (interrupted)";
  if (!summary.failure.empty())
    return " (ended by an error)";
  if (summary.exhausted)
    return " (ended by " + optionOf(summary.exhausted).str() + ")";
  return "";
}

std::string pinstripe::describeTests(const SearchSummary &summary) {
  std::vector<std::string> parts;
  auto add = [&](uint64_t number, const std::string &what) {
    if (number != 0)
      parts.push_back(std::to_string(number) + " " + what);
  };
  const TestCounts &counts = summary.counts;
  add(counts.fail, "fail");
  add(counts.pass, "pass");
  std::vector<std::string> causes;
  for (const auto &[cause, number] : summary.causes)
    causes.push_back(cause + " " + std::to_string(number));
  add(counts.unresolved,
      "unresolved" +
          (causes.empty() ? "" : " (" + llvm::join(causes, ", ") + ")"));
  std::string text = counted(counts.distinct() + counts.cached, "candidate") +
                     ": " + llvm::join(parts, ", ") + "; " +
                     counted(summary.runs, "run") + " made";
  if (summary.stored != 0)
    text +=
        ", " + std::to_string(summary.stored) + " known from earlier searches";
  return text;
}

std::vector<std::string>
pinstripe::describeStages(llvm::ArrayRef<SearchStage> stages, SearchForm form) {
  size_t width = 0;
  for (const SearchStage &stage : stages)
    width = std::max(width, stage.elements.size());
  std::vector<std::string> texts;
  for (const SearchStage &stage : stages)
    texts.push_back("  by " + stage.elements +
                    std::string(width - stage.elements.size() + 2, ' ') +
                    std::to_string(stage.before) + " to " +
                    std::to_string(stage.after) +
                    (form == SearchForm::Maximise ? " left out" : "") + ", " +
                    counted(stage.tests, "test"));
  return texts;
}

std::string pinstripe::describeUnsteadyResult(const InputSummary &summary) {
  if (summary.reproduced == summary.repeated)
    return "";
  return "the result fails in only " + std::to_string(summary.reproduced) +
         " of " + counted(summary.repeated, "run") +
         ": the program does not do the same each time";
}
