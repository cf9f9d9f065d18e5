// Defines debugger commands that step through a partial execution.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReplayCommands.h"
#include "EventText.h"
#include "FrameText.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;
using Words = PluginCommand::Words;

/// Runs the program until `event` begins, and writes where the program has
/// stopped. If `event` is nullopt, runs the program to its end.
static llvm::Error goTo(Replayer &replayer, ReplaySession &session,
                        std::optional<EventIndex> event,
                        llvm::raw_ostream &stream) {
  using Kind = ReplayStop::Kind;
  llvm::Expected<ReplayStop> stop = session.goTo(event);
  if (!stop)
    return stop.takeError();
  switch (stop->kind) {
  case Kind::Event:
    writeHeading(session, *session.present(), stream);
    break;
  case Kind::Exited:
    if (event)
      stream << "the program ended before event " << numberOf(*event) << '\n';
    stream << session.takeOutput() << "the program has ended: " << stop->text
           << '\n';
    return llvm::Error::success();
  case Kind::Diverged:
    stream << "the run has left the recorded one: " << stop->text << '\n';
    break;
  case Kind::Signal:
    stream << "the program is stopped by a signal: " << stop->text;
    if (std::optional<EventIndex> present = session.present())
      stream << ", in event " << numberOf(*present) << ", "
             << session.kept().describe(*present);
    stream << '\n';
    break;
  case Kind::Elsewhere:
    stream << "stopped"
           << (event ? " before event " + numberOf(*event) : std::string())
           << ": " << stop->text << '\n';
    break;
  }
  stream << session.takeOutput();
  writeFrame(replayer.debugger(), session, stream);
  return llvm::Error::success();
}

/// Parses the argument of `next` and `prev`, a number of steps; 1 if there is
/// none.
static llvm::Expected<size_t> stepsIn(const Words &words) {
  size_t steps = 1;
  bool isWrong =
      words.size() > 1 ||
      (words.size() == 1 &&
       (llvm::StringRef(words[0]).getAsInteger(10, steps) || steps == 0));
  if (isWrong)
    return llvm::make_error<UsageError>(
        "give the number of events to go, or nothing for one");
  return steps;
}

/// Parses the arguments of `replay`: a case directory and options.
static llvm::Expected<RecordOptions> optionsIn(const Words &words) {
  RecordOptions options;
  bool hasCase = false;
  for (size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    bool hasValue = i + 1 < words.size();
    if (word == "--unconfined")
      options.containment.unconfined = true;
    else if (word == "--rw" && hasValue)
      options.containment.writablePaths.push_back(words[++i]);
    else if (word == "--source-map" && hasValue)
      options.sourceMap.push_back(words[++i]);
    else if (word.starts_with("-") || hasCase)
      return llvm::make_error<UsageError>(
          "write `pinstripe replay [--unconfined] [--rw PATH] [--source-map "
          "FROM=TO] [CASEDIR]`; `" +
          word.str() + "` is too much");
    else {
      options.caseDirectory = words[i];
      hasCase = true;
    }
  }
  return options;
}

static llvm::Error replay(Replayer &replayer, const Words &words,
                          llvm::raw_ostream &stream) {
  llvm::Expected<RecordOptions> options = optionsIn(words);
  if (!options)
    return options.takeError();
  replayer.choose(std::move(*options));
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  const KeptEvents &kept = (*session)->kept();
  const RecordedCase &recorded = (*session)->recorded();
  stream << recorded.launch.argument0 << ": " << kept.size() << " of "
         << counted(recorded.trace.size(), "executed event")
         << " are kept, all others are skipped\n";
  for (const std::string &each :
       describePredicates((*session)->result().predicate))
    stream << "they reproduce " << each << '\n';
  std::optional<EventIndex> first = kept.after(std::nullopt);
  return goTo(replayer, **session, first, stream);
}

static llvm::Error next(Replayer &replayer, const Words &words,
                        llvm::raw_ostream &stream) {
  llvm::Expected<size_t> steps = stepsIn(words);
  if (!steps)
    return steps.takeError();
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  std::optional<EventIndex> present = (*session)->present();
  std::optional<EventIndex> next = (*session)->kept().after(present, *steps);
  if (!next)
    stream << "no kept event is left; the program runs to its end\n";
  return goTo(replayer, **session, next, stream);
}

static llvm::Error prev(Replayer &replayer, const Words &words,
                        llvm::raw_ostream &stream) {
  llvm::Expected<size_t> steps = stepsIn(words);
  if (!steps)
    return steps.takeError();
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  std::optional<EventIndex> present = (*session)->present();
  std::optional<EventIndex> former = (*session)->kept().before(present, *steps);
  if (!former)
    return llvm::make_error<UsageError>(
        "there is no kept event so far back; `pinstripe list` shows those near "
        "here");
  return goTo(replayer, **session, former, stream);
}

static llvm::Error goToKept(Replayer &replayer, const Words &words,
                            llvm::raw_ostream &stream) {
  if (words.size() != 1)
    return llvm::make_error<UsageError>(
        "write `pinstripe goto N` with the number of a kept event, or "
        "`pinstripe goto FILE:LINE[#K]`");
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  llvm::Expected<EventIndex> event =
      (*session)->kept().find(words[0], (*session)->present());
  if (!event)
    return event.takeError();
  return goTo(replayer, **session, *event, stream);
}

static llvm::Error list(Replayer &replayer, const Words &words,
                        llvm::raw_ostream &stream) {
  size_t around = 5;
  if (words.size() > 1 ||
      (words.size() == 1 && llvm::StringRef(words[0]).getAsInteger(10, around)))
    return llvm::make_error<UsageError>(
        "give the number of events to list before and after the present one, "
        "or nothing for 5");
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  writeList(**session, around, stream);
  return llvm::Error::success();
}

static llvm::Error output(Replayer &replayer, const Words &words,
                          llvm::raw_ostream &stream) {
  if (!words.empty())
    return llvm::make_error<UsageError>("`pinstripe output` takes no argument");
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  std::string text = (*session)->allOutput();
  stream << (text.empty() ? "the program has written nothing yet\n" : text);
  return llvm::Error::success();
}

void pinstripe::addReplayCommands(lldb::SBCommand &pinstripe,
                                  Replayer &replayer) {
  pinstripe.AddCommand(
      "replay", new PluginCommand(replayer, replay),
      "Start a partial execution of a case and stop at its first kept event.",
      "pinstripe replay [--unconfined] [--rw PATH] [--source-map FROM=TO] "
      "[CASEDIR]");
  pinstripe.AddCommand("next", new PluginCommand(replayer, next),
                       "Go on to the next kept event, or to the N-th one.",
                       "pinstripe next [N]");
  pinstripe.AddCommand("prev", new PluginCommand(replayer, prev),
                       "Start the program again and stop one kept event, or N, "
                       "earlier.",
                       "pinstripe prev [N]");
  pinstripe.AddCommand("goto", new PluginCommand(replayer, goToKept),
                       "Go to a kept event; start the program again if the "
                       "event is over.",
                       "pinstripe goto N|FILE:LINE[#K]");
  pinstripe.AddCommand("list", new PluginCommand(replayer, list),
                       "List the kept events around the present one.",
                       "pinstripe list [N]");
  pinstripe.AddCommand("output", new PluginCommand(replayer, output),
                       "Show all that the program has written so far.",
                       "pinstripe output");
}
