// The verb `slice`: follows the output back to everything it was made of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class SliceCommand : public CaseCommand {
public:
  explicit SliceCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ExitStatus> slice(OpenedCase &opened);
  llvm::Expected<std::vector<EventIndex>>
  eventsToExplain(const RecordedCase &recorded) const;

  SliceOptions settings;
  std::vector<std::string> why;
};

} // namespace

static VerbDescription describeSlice() {
  return {"slice",
          "Follows the output back to everything it was made of, by analysis",
          {"[--keep REGEX] [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "--criterion FILE:LINE[:EXPR][#k] [OPTIONS] -- PROGRAM "
           "[ARGUMENTS]",
           "--why N|FILE:LINE[#k] [OPTIONS]"},
          {"pinstripe slice --keep 'sum = .*' --kind data --stdin in.txt -- "
           "./sample",
           "pinstripe slice --keep 'sum = .*' --why sample.c:15#5"}};
}

SliceCommand::SliceCommand(CLI::App &tool)
    : CaseCommand(tool, describeSlice(), CaseOptions::Scope::Run) {
  addKeep(*options, caseOptions.predicate(), group::question,
          "Start from all matches of this regular expression in "
          "standard output, line by line; may be repeated. Without "
          "this and --criterion, from all of standard output");
  options
      ->add_option("--criterion", settings.places,
                   "Start from everything that the statements on this line "
                   "used when they were executed the last, or k-th, time; with "
                   "EXPR, from the value of that variable just before; may be "
                   "repeated")
      ->allow_extra_args(false)
      ->option_text("FILE:LINE[:EXPR][#k]")
      ->group(group::question);
  options
      ->add_option("--why", why,
                   "Instead of the slice, show why this event is in it: the "
                   "chain from there to the start; may be repeated")
      ->allow_extra_args(false)
      ->option_text("N|FILE:LINE[#k]")
      ->group(group::question);
  const std::map<std::string, SliceKind> kinds = {
      {"data", SliceKind::Data},
      {"data+address", SliceKind::DataAndAddress},
      {"full", SliceKind::Full},
      {"relevant", SliceKind::Relevant},
      {"executable", SliceKind::Executable}};
  options
      ->add_option("--kind", settings.kind,
                   "Which dependences are followed: data (values), "
                   "data+address (and the addresses of values), full (and the "
                   "decisions on which it all depends), relevant (and "
                   "decisions whose other way would have changed a value), "
                   "executable (full, and everything that these statements "
                   "use) [full]")
      ->transform(oneOf(kinds))
      ->option_text("KIND")
      ->group(group::search);
  addJSON();
  addReport();
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

llvm::Expected<ExitStatus> SliceCommand::slice(OpenedCase &opened) {
  auto explained = eventsToExplain(opened.recorded);
  if (!explained)
    return explained.takeError();
  opened.status.show("recording instructions");
  SliceOptions options = settings;
  options.recording.say = opened.record.say;
  options.recording.progress = opened.status.listener();
  auto writeText = [&](const SliceSummary &found, const TextStyle &style,
                       llvm::raw_ostream &stream) {
    if (explained->empty())
      writeSlice(found, style, stream);
    for (EventIndex event : *explained)
      writeWhy(found, event, style, stream);
  };
  return report(opened, sliceRun(opened, options), writeText, writeSliceJSON);
}

llvm::Expected<ExitStatus> SliceCommand::run(const CommandWords &words) {
  return withCase(words, [&](OpenedCase &opened) { return slice(opened); });
}

std::unique_ptr<Command> pinstripe::createSliceCommand(CLI::App &tool) {
  return std::make_unique<SliceCommand>(tool);
}
