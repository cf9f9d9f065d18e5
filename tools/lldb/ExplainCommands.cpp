// Defines debugger commands that say why an event is kept and show its values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExplainCommands.h"
#include "EventText.h"
#include "Tool.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;
using Words = PluginCommand::Words;

namespace {

/// The events on which a given event directly depended in the recorded run.
struct DirectNeeds {
  std::vector<EventIndex> kept = {};
  /// How many of the events on which the given event depended are skipped.
  size_t skipped = 0;
};

} // namespace

/// Returns the kept event that has begun last. Returns a UsageError if no event
/// has begun.
static llvm::Expected<EventIndex> presentOf(const ReplaySession &session) {
  if (std::optional<EventIndex> present = session.present())
    return *present;
  return llvm::make_error<UsageError>(
      session.isLive() ? "the program has not come to a kept event yet; "
                         "`pinstripe next` goes to the first"
                       : "the program does not run; `pinstripe next` starts it "
                         "and goes to the first kept event");
}

/// Returns the events on which `event` directly depends. `document` is a slice
/// in JSON, as the tool prints it.
static DirectNeeds readNeeds(llvm::StringRef document, EventIndex event,
                             const KeptEvents &kept) {
  DirectNeeds needs;
  auto parsed = llvm::json::parse(document);
  if (!parsed) {
    // If the tool has printed no JSON, it has printed an error message.
    llvm::consumeError(parsed.takeError());
    return needs;
  }
  const llvm::json::Array *events = eventsOf(*parsed);
  if (!events)
    return needs;
  int64_t wanted = static_cast<int64_t>(event) + 1;
  auto isNeededByEvent = [&](const llvm::json::Value &value) {
    const llvm::json::Object *reason = value.getAsObject();
    if (!reason || reason->getInteger("index") != wanted)
      return false;
    auto kind = reason->getString("kind");
    return kind == "data" || kind == "address";
  };
  for (const llvm::json::Value &each : *events) {
    const llvm::json::Object *object = each.getAsObject();
    const llvm::json::Array *why = object ? object->getArray("why") : nullptr;
    auto index = object ? object->getInteger("index") : std::nullopt;
    if (!why || !index || *index <= 0 || !llvm::any_of(*why, isNeededByEvent))
      continue;
    EventIndex other{static_cast<uint32_t>(*index - 1)};
    if (static_cast<size_t>(other) < kept.set().universe() &&
        kept.set().contains(other))
      needs.kept.push_back(other);
    else
      ++needs.skipped;
  }
  return needs;
}

/// Writes which events set the data that `event` used in the recorded run. To
/// find these events, starts the tool `pinstripe`, which runs the program again
/// and records each instruction.
static llvm::Error writeData(const ReplaySession &session, EventIndex event,
                             llvm::raw_ostream &stream) {
  const KeptEvents &kept = session.kept();
  const SourceRange &range = kept.unitOf(event).range;
  std::string place = llvm::formatv(
      "{0}:{1}:{2}#{3}", session.recorded().table.displayPath(range.file),
      range.line, range.column, kept.instanceOf(event));
  std::vector<std::string> words = {"slice",
                                    "--criterion",
                                    place,
                                    "--json",
                                    "-",
                                    "-o",
                                    session.recorded().directory.path()};
  if (!session.recorded().isConfined())
    words.push_back("--unconfined");
  std::string document;
  llvm::Expected<int> status =
      runTool(words, "", /*withMessages=*/false,
              [&](llvm::StringRef text) { document += text; });
  if (!status)
    return status.takeError();
  if (*status != 0) {
    stream << "from where it has its data is not known; `pinstripe slice "
              "--criterion "
           << place << "` says why not\n";
    return llvm::Error::success();
  }
  DirectNeeds needs = readNeeds(document, event, kept);
  if (!needs.kept.empty())
    stream << "it uses what " << (needs.kept.size() == 1 ? "this" : "these")
           << " kept " << (needs.kept.size() == 1 ? "event" : "events")
           << " left:\n";
  for (EventIndex other : needs.kept)
    stream << "  " << numberOf(other) << "  " << kept.describe(other) << '\n';
  if (needs.kept.empty())
    stream << "it is not known to use what another kept event left\n";
  if (needs.skipped != 0)
    stream << "in the recorded run, it also used what "
           << counted(needs.skipped, "skipped event") << " left\n";
  return llvm::Error::success();
}

/// Writes which event made `event` happen in the recorded run: the condition
/// that decided that it happens, or the event that made the call to which
/// `event` belongs.
static void writeControl(const ReplaySession &session, EventIndex event,
                         llvm::raw_ostream &stream) {
  const RecordedCase &recorded = session.recorded();
  const KeptEvents &kept = session.kept();
  ControlTree tree(UnitGraph(recorded.table, recorded.trace), recorded.trace);
  std::optional<EventIndex> parent = tree.parent(event);
  if (!parent)
    return;
  bool isCall = recorded.trace.invocationOf(*parent) !=
                recorded.trace.invocationOf(event);
  // In a loop without a condition, the control parent of an event (the event
  // that is taken to decide whether it happens) is another statement of the
  // loop. Since this statement decides nothing, nothing is written.
  if (!isCall && kept.unitOf(*parent).kind != UnitKind::Condition)
    return;
  stream << "event " << numberOf(*parent) << ", " << kept.describe(*parent)
         << (isCall ? ", made the call" : ", decided that it happens");
  if (!kept.set().contains(*parent))
    stream << "; that is skipped, and the recording decides";
  stream << '\n';
}

static llvm::Error why(Replayer &replayer, const Words &words,
                       llvm::raw_ostream &stream) {
  if (words.size() > 1)
    return llvm::make_error<UsageError>(
        "write `pinstripe why`, or `pinstripe why N|FILE:LINE[#K]`");
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  llvm::Expected<EventIndex> event =
      words.empty() ? presentOf(**session)
                    : (*session)->kept().find(words[0], (*session)->present());
  if (!event)
    return event.takeError();
  writeHeading(**session, *event, stream);
  auto note = (*session)->notes().find(static_cast<uint32_t>(*event));
  std::string reason;
  if (note != (*session)->notes().end())
    reason = explain(note->second);
  if (reason.empty())
    reason = "no test that left out just this event is stored; `pinstripe "
             "verify` makes these tests";
  stream << printable(reason) << '\n';
  writeControl(**session, *event, stream);
  return writeData(**session, *event, stream);
}

/// Returns the value of an expression in a frame, in the notation of reports if
/// possible. Otherwise, for example for a value in a register, returns the
/// value as LLDB shows it. Returns nullopt if LLDB can't find the value,
/// either.
static std::optional<std::string>
valueIn(ReplaySession &session, lldb::SBFrame &frame, const std::string &name) {
  if (auto value = session.valueIn(frame, name))
    return printable(*value);
  lldb::SBValue value = frame.GetValueForVariablePath(name.c_str());
  if (!value.IsValid() || value.GetError().Fail()) {
    // The expression is evaluated without LLDB's JIT compiler, so that it can't
    // run code of the program.
    lldb::SBExpressionOptions options;
    options.SetAllowJIT(false);
    value = frame.EvaluateExpression(name.c_str(), options);
  }
  if (!value.IsValid() || value.GetError().Fail())
    return std::nullopt;
  // LLDB would show a reference as the address of its object. The object itself
  // is shown instead.
  if (value.GetType().IsReferenceType())
    value = value.Dereference();
  const char *summary = value.GetSummary();
  const char *text = value.GetValue();
  if (text && summary)
    return std::string(text) + " " + summary;
  if (text || summary)
    return text ? text : summary;
  return std::nullopt;
}

/// Returns the variables of the frame whose names occur in the source text of a
/// statement. Each variable is returned once.
static std::vector<NamedValue> variablesIn(lldb::SBFrame &frame,
                                           llvm::StringRef text) {
  std::vector<NamedValue> names;
  auto isNameChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!text.empty()) {
    llvm::StringRef name = text.take_while(isNameChar);
    text = text.drop_front(std::max<size_t>(name.size(), 1));
    bool isName = !name.empty() && !llvm::isDigit(name[0]);
    bool isListed = llvm::any_of(
        names, [&](const NamedValue &each) { return each.name == name; });
    if (isName && !isListed && frame.FindVariable(name.str().c_str()).IsValid())
      names.push_back({name.str(), ""});
  }
  return names;
}

/// Writes a row for each variable: its name, its present value, and its value
/// in the recorded run.
static void writeRows(ReplaySession &session, lldb::SBFrame &frame,
                      const std::vector<NamedValue> &values,
                      const char *heading, const char *recordedHeading,
                      llvm::raw_ostream &stream) {
  if (values.empty())
    return;
  stream << llvm::formatv("{0,-20} {1,-20} {2}\n", heading, "now",
                          recordedHeading);
  for (const NamedValue &each : values)
    stream << llvm::formatv("  {0,-18} {1,-20} {2}\n", printable(each.name),
                            valueIn(session, frame, each.name).value_or("?"),
                            each.value.empty() ? "?" : printable(each.value));
}

static llvm::Error showValues(Replayer &replayer, const Words &words,
                              llvm::raw_ostream &stream) {
  if (!words.empty())
    return llvm::make_error<UsageError>("`pinstripe values` takes no argument");
  llvm::Expected<ReplaySession *> session = replayer.session(stream);
  if (!session)
    return session.takeError();
  llvm::Expected<EventIndex> event = presentOf(**session);
  if (!event)
    return event.takeError();
  writeHeading(**session, *event, stream);
  if (!(*session)->isAtPresent())
    stream << "the program has gone on since this event began\n";
  lldb::SBFrame frame = (*session)->thread().GetFrameAtIndex(0);
  auto note = (*session)->notes().find(static_cast<uint32_t>(*event));
  EventValues values;
  if (note != (*session)->notes().end())
    values = note->second.values;
  if (values.read.empty() && values.written.empty())
    values.read = variablesIn(frame, (*session)->kept().textOf(*event));
  writeRows(**session, frame, values.read, "reads", "in the recorded run",
            stream);
  writeRows(**session, frame, values.written, "writes",
            "after it in the recorded run", stream);
  if (values.read.empty() && values.written.empty())
    stream << "no values of this statement are known\n";
  return llvm::Error::success();
}

void pinstripe::addExplainCommands(lldb::SBCommand &pinstripe,
                                   Replayer &replayer) {
  pinstripe.AddCommand(
      "why", new PluginCommand(replayer, why),
      "Say why an event is kept: what happens without it, and on which other "
      "events it depends.",
      "pinstripe why [N|FILE:LINE[#K]]");
  pinstripe.AddCommand("values", new PluginCommand(replayer, showValues),
                       "Show what the present statement reads and writes, "
                       "beside the values of the recorded run.",
                       "pinstripe values");
}
