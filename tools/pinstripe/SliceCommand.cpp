//===- SliceCommand.cpp - pinstripe slice ---------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/SliceSession.h"
#include "pinstripe/Report/JSONReporter.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class SliceCommand : public Command {
public:
  explicit SliceCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<std::vector<EventIndex>>
  eventsToExplain(const RecordedCase &recorded) const;
  llvm::Error write(const SliceSummary &summary,
                    llvm::ArrayRef<EventIndex> explained) const;

  CaseOptions caseOptions;
  SliceOptions settings;
  std::vector<std::string> why;
  std::string json;
};

} // namespace

SliceCommand::SliceCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "slice", "Follows the output back to all that it was made of, by "
                   "analysis: `pinstripe slice [--keep REGEX] [OPTIONS] -- "
                   "PROGRAM [ARGUMENTS]`")),
      caseOptions(*options, /*statesPredicate=*/false) {
  const char *group = "What the slice is of [standard output]";
  caseOptions.addKeep(*options, group,
                      "All matches of this regular expression in standard "
                      "output, line by line; may be repeated");
  options
      ->add_option("--criterion", settings.places,
                   "All that the statements on this line used, when they were "
                   "executed the last (or K-th) time; with EXPR what that "
                   "variable held just before; may be repeated")
      ->allow_extra_args(false)
      ->option_text("FILE:LINE[:EXPR][#K]")
      ->group(group);
  const std::map<std::string, SliceKind> kinds = {
      {"data", SliceKind::Data},
      {"data+address", SliceKind::DataAndAddress},
      {"full", SliceKind::Full},
      {"relevant", SliceKind::Relevant},
      {"executable", SliceKind::Executable}};
  options
      ->add_option("--kind", settings.kind,
                   "Which dependences count: data (values), data+address "
                   "(and where they were stored), full (and what decided "
                   "that it happened), relevant (and what could have decided "
                   "otherwise and made other values), executable (full, and "
                   "all that these events use) [full]")
      ->transform(oneOf(kinds))
      ->option_text("KIND")
      ->group("Slice");
  options
      ->add_option("--why", why,
                   "Say why this event is in the slice: its number, or its "
                   "place; may be repeated")
      ->allow_extra_args(false)
      ->option_text("N|FILE:LINE[#K]")
      ->group("Slice");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options->footer("Example:\n  pinstripe slice --keep 'sum = .*' --kind data "
                  "--stdin in.txt -- ./sample");
}

llvm::Expected<std::vector<EventIndex>>
SliceCommand::eventsToExplain(const RecordedCase &recorded) const {
  std::vector<EventIndex> events;
  for (const std::string &word : why) {
    uint64_t number = 0;
    bool isNumber = !llvm::StringRef(word).getAsInteger(10, number);
    if (isNumber && (number == 0 || number > recorded.trace.size()))
      return llvm::make_error<UsageError>(
          "--why " + word + ": events have the numbers 1 to " +
          std::to_string(recorded.trace.size()) +
          "; `pinstripe show` lists "
          "them");
    if (isNumber) {
      events.push_back(EventIndex(number - 1));
      continue;
    }
    auto found = eventsAt(recorded.table, recorded.trace, word);
    if (!found)
      return found.takeError();
    llvm::append_range(events, *found);
  }
  return events;
}

llvm::Error SliceCommand::write(const SliceSummary &summary,
                                llvm::ArrayRef<EventIndex> explained) const {
  if (json != "-" && explained.empty())
    writeSlice(summary, styleFor(STDOUT_FILENO), llvm::outs());
  if (json != "-")
    for (EventIndex event : explained)
      writeWhy(summary, event, styleFor(STDOUT_FILENO), llvm::outs());
  if (json.empty())
    return llvm::Error::success();
  return writeOutputFile(json, [&](llvm::raw_ostream &stream) {
    writeSliceJSON(summary, defaultListedEvents, stream);
  });
}

llvm::Expected<ExitStatus> SliceCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  StatusLine status;
  const std::atomic<bool> &interrupted = watchForInterrupts();
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  auto recorded = caseOptions.obtain(words, record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  auto explained = eventsToExplain(**recorded);
  if (!explained)
    return explained.takeError();
  status.show("recording instructions");
  SliceOptions options = settings;
  options.recording.interrupted = &interrupted;
  options.recording.say = record.say;
  options.recording.progress = [&](uint64_t events) {
    status.show("recording instructions, " + std::to_string(events) +
                " statement instances");
  };
  auto summary = sliceRun(**recorded, options);
  status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = stopwatch.seconds();
  if (llvm::Error error = write(*summary, *explained))
    return error;
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createSliceCommand(CLI::App &app) {
  return std::make_unique<SliceCommand>(app);
}
