// Explains to the user why a run can't be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/ReductionRefusal.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static std::string describeEvent(const UnitTable &table, const Trace &trace,
                                 EventIndex index) {
  const StatementUnit &unit = table.unitOf(trace.entryOf(index));
  return "event " + std::to_string(static_cast<size_t>(index) + 1) + ", " +
         exactPlaceOf(table, unit.range) + " `" + unit.text + "`";
}

llvm::Error pinstripe::explainFull(const RecordedCase &recorded,
                                   const RunResult &full, bool isOfResult) {
  std::string text =
      recorded.launch.argument0 + ": executing " +
      (isOfResult ? "the events of the result" : "all recorded events") +
      " again does not reproduce the output\n";
  auto difference =
      firstDifference({recorded.observation, "recorded run"},
                      {full, isOfResult ? "the result" : "all events"});
  std::string before =
      describeEnding(recorded.observation.ending, recorded.table);
  std::string now = describeEnding(full.ending, recorded.table);
  if (!difference && before != now)
    difference = "the end differs:\n  recorded run: " + before + "\n  " +
                 (isOfResult ? "the result: " : "all events: ") + now;
  text += difference ? *difference
                     : "the outputs are the same, so the predicate itself "
                       "says something else the second time";
  if (const auto *diverged = std::get_if<Diverged>(&full.ending))
    if (diverged->event)
      text += "\nthey part during " +
              describeEvent(recorded.table, recorded.trace, *diverged->event);
  const auto *otherwise = std::get_if<DecidedOtherwise>(&full.ending);
  if (otherwise && otherwise->event)
    text += "\na condition decides otherwise: " +
            describeEvent(recorded.table, recorded.trace, *otherwise->event);
  return llvm::make_error<ReproductionError>(
      text + "\nthe run may depend on time, addresses or uninitialised "
             "memory: try --poison stale, or leave out what differs");
}

llvm::Error pinstripe::explainEmpty(const RecordedCase &recorded,
                                    size_t userPinned) {
  size_t events = recorded.trace.size();
  if (userPinned != 0)
    return llvm::make_error<NothingToReduceError>(
        "nothing to reduce: the " + llvm::Twine(userPinned) +
        " statement instances that are kept on request make the output "
        "without any of the other " +
        llvm::Twine(events - userPinned) + "; keep fewer of them");
  return llvm::make_error<NothingToReduceError>(
      "nothing to reduce: the output is the same without any of the " +
      llvm::Twine(events) +
      " recorded statement instances, so code that is not traced makes "
      "it; ask for more of the output with a stricter predicate");
}
