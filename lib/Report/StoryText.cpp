// Says in words what `explain` has found, for its text and its JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "StoryText.h"
#include "EvidenceText.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

bool pinstripe::isAboutCrash(const ExplainSummary &summary) {
  return summary.location ? summary.location->isAboutCrash
                          : summary.crash.has_value();
}

std::string pinstripe::whyNotSmaller(const ExplainSummary &summary) {
  const SmallerRun &smaller = summary.smaller;
  const std::string &ofOptions = smaller.withoutOptions;
  const std::string &ofInputs = smaller.withoutInputs;
  bool hasNoArguments = summary.theCase.arguments.empty() && !smaller.options;
  if (ofOptions == ofInputs)
    return ofInputs.empty() ? "" : "not made smaller: " + ofInputs;
  if (!ofOptions.empty() && !ofInputs.empty())
    return "not made smaller: " + ofOptions + "; " + ofInputs;
  if (!ofInputs.empty())
    return "the input was not made smaller: " + ofInputs;
  return hasNoArguments ? "" : "no arguments were left out: " + ofOptions;
}

const LineEvidence *pinstripe::suspectedMost(const ExplainSummary &summary) {
  if (!summary.location || summary.location->lines.empty() ||
      summary.location->lines.front().score <= 0)
    return nullptr;
  return &summary.location->lines.front();
}

std::string pinstripe::describeInStated(const ExplainSummary &summary) {
  const LineEvidence *suspect = suspectedMost(summary);
  const auto &stated = summary.inStated;
  if (!suspect || !stated)
    return "";
  auto found = llvm::find_if(stated->lines, [&](const LineEvidence &each) {
    return each.line == suspect->line;
  });
  if (found == stated->lines.end())
    return "";
  InstanceTable instances(stated->table, stated->trace);
  for (const EvidenceText::Sentence &each :
       EvidenceText(*stated, instances).sentencesFor(*found))
    if (!each.isWeak)
      return each.text;
  return "";
}

std::string pinstripe::valuesOf(const ExplainSummary &summary,
                                EventIndex event) {
  auto found = summary.values.find(static_cast<uint32_t>(event));
  if (found == summary.values.end())
    return "";
  const EventValues &values = found->second;
  if (!values.text.empty())
    return values.text;
  std::vector<std::string> texts;
  for (const NamedValue &each :
       values.written.empty() ? values.read : values.written)
    texts.push_back(each.name + " = " + each.value);
  return llvm::join(texts, ", ");
}

std::string pinstripe::includingCleanups(uint64_t cleanups) {
  return cleanups == 0 ? ""
                       : " (including " + counted(cleanups, "clean-up") + ")";
}

std::string pinstripe::describeSlices(const ExplainSummary &summary) {
  std::vector<std::string> texts;
  auto add = [&](const std::optional<ReductionSummary> &reduced,
                 const std::string &what) {
    // A reduction that was ended early may have kept events that are not
    // needed, so the text says "at most". If it has kept all events, it proves
    // nothing, and the text leaves it out.
    bool isMinimal = reduced && reduced->isOneMinimal();
    if (!reduced ||
        (!isMinimal && reduced->kept.count() == summary.trace.size()))
      return;
    texts.push_back((isMinimal ? "" : "at most ") +
                    std::to_string(reduced->kept.count()) +
                    includingCleanups(reduced->cleanups.size()) + " " + what);
  };
  std::string enough = isAboutCrash(summary)
                           ? "are enough for the crash"
                           : "are enough to print the wrong line";
  add(summary.inTraceFlow, enough);
  add(summary.inGuardedFlow, (texts.empty() ? enough + " " : "") +
                                 "with the decisions that led there");
  if (summary.slicedEvents)
    texts.push_back(std::to_string(*summary.slicedEvents) +
                    " are in its dynamic slice");
  if (texts.empty())
    return "";
  return "of the " + counted(summary.trace.size(), "statement instance") +
         ", " + llvm::join(texts, ", ");
}

std::string pinstripe::lastDoubt(const ExplainSummary &summary) {
  return std::string("whether this is the defect: experiments show what ") +
         (isAboutCrash(summary) ? "the crash" : "the output") +
         " needs, not what was meant";
}
