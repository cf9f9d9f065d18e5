// Compares what two runs of a program have shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Observation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;

static std::string quoted(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream << '\'';
  if (text.size() > 160)
    stream << "...";
  llvm::printEscapedString(text.take_back(160), stream);
  stream << '\'';
  return result;
}

std::string conformance::describe(const UnitTable &table,
                                  const RunResult &result) {
  std::string text = describeEnding(result.ending);
  if (auto *diverged = std::get_if<Diverged>(&result.ending)) {
    text += " (" + table.function(diverged->function).name + ", event ";
    text += diverged->event
                ? llvm::utostr(static_cast<uint32_t>(*diverged->event))
                : std::string("none");
    text += ")";
  }
  if (auto *otherwise = std::get_if<DecidedOtherwise>(&result.ending)) {
    text += " (to ";
    text += otherwise->arrived
                ? "0x" + llvm::utohexstr(
                             table.entry(*otherwise->arrived).address, true)
                : std::string("the exit");
    text += ")";
  }
  if (auto *crashed = std::get_if<Crashed>(&result.ending)) {
    text += " (" + describeFault(*crashed) + "; " +
            describePlace(*crashed, table) + ", 0x" +
            llvm::utohexstr(crashed->place, true) + ", event ";
    text += crashed->event
                ? llvm::utostr(static_cast<uint32_t>(*crashed->event))
                : std::string("none");
    text += ")";
  }
  text += ", " + llvm::utostr(result.eventsExecuted) + " events, decisions " +
          llvm::utohexstr(result.decisions, true) + ", stdout " +
          quoted(result.standardOutput);
  if (!result.standardError.empty())
    text += ", stderr " + quoted(result.standardError);
  for (const auto &[name, content] : result.files)
    text += ", " + name + " " + (content ? quoted(*content) : "missing");
  return text;
}

/// Returns everything that is known about a crash except the signal and the
/// instruction. Only addresses near null are compared: others may be on the
/// stack, which begins a few bytes lower if the program was started by a longer
/// path.
static auto placeOf(const Crashed &crashed) {
  std::optional<uint64_t> address = crashed.usedAddress;
  if (address && crashed.fault != FaultKind::NullPointer)
    address = UINT64_MAX;
  return std::tuple(crashed.fault, address, crashed.isOfPoison, crashed.place,
                    crashed.event);
}

static bool sameEnding(const Ending &a, const Ending &b) {
  auto *x = std::get_if<Diverged>(&a);
  auto *y = std::get_if<Diverged>(&b);
  if (x && y)
    return x->reason == y->reason && x->function == y->function &&
           x->event == y->event;
  auto *v = std::get_if<DecidedOtherwise>(&a);
  auto *w = std::get_if<DecidedOtherwise>(&b);
  if (v && w)
    return v->event == w->event && v->arrived == w->arrived;
  auto *p = std::get_if<Crashed>(&a);
  auto *q = std::get_if<Crashed>(&b);
  if (p && q && placeOf(*p) != placeOf(*q))
    return false;
  // The descriptions contain the status, the signal and the address.
  return describeEnding(a) == describeEnding(b);
}

static bool oneBeginsWithOther(llvm::StringRef a, llvm::StringRef b) {
  return a.starts_with(b) || b.starts_with(a);
}

/// A recording has no values, so there is nothing to compare.
static bool sameValues(const RunResult &a, const RunResult &b) {
  return a.values.empty() || b.values.empty() || a.values == b.values;
}

/// A recording has no digest of decisions, so there is nothing to compare.
static bool sameDecisions(const RunResult &a, const RunResult &b) {
  return a.decisions == 0 || b.decisions == 0 || a.decisions == b.decisions;
}

bool conformance::timedOut(const RunResult &result) {
  return std::holds_alternative<TimedOut>(result.ending);
}

bool conformance::sameObservation(const RunResult &a, const RunResult &b,
                                  Poison poison) {
  if (poison == Poison::Stale)
    return a.ending.index() == b.ending.index() &&
           (timedOut(a) || a.eventsExecuted == b.eventsExecuted);
  if (!sameEnding(a.ending, b.ending))
    return false;
  if (timedOut(a))
    return oneBeginsWithOther(a.standardOutput, b.standardOutput) &&
           oneBeginsWithOther(a.standardError, b.standardError);
  return a.standardOutput == b.standardOutput &&
         a.standardError == b.standardError && a.files == b.files &&
         sameValues(a, b) && a.forcedValue == b.forcedValue &&
         a.eventsExecuted == b.eventsExecuted && sameDecisions(a, b);
}

bool conformance::samePlainObservation(const RunResult &plain,
                                       const RunResult &recorded) {
  auto *x = std::get_if<Crashed>(&plain.ending);
  auto *y = std::get_if<Crashed>(&recorded.ending);
  bool same = x && y ? x->signal == y->signal
                     : sameEnding(plain.ending, recorded.ending);
  return same && plain.standardOutput == recorded.standardOutput &&
         plain.standardError == recorded.standardError &&
         plain.files == recorded.files;
}

std::string conformance::nameOf(const UnitTable &table, const Trace &trace,
                                EventIndex index) {
  Event event = trace.event(index);
  const StatementUnit &unit = table.unitOf(event.entry);
  const UnitEntry &entry = table.entry(event.entry);
  return "#" + llvm::utostr(static_cast<uint32_t>(index)) + " " +
         llvm::utostr(unit.range.line) + ":" + llvm::utostr(unit.range.column) +
         " '" + llvm::StringRef(unit.text).take_front(60).str() + "' in " +
         table.function(entry.function).name + " at 0x" +
         llvm::utohexstr(entry.address, /*LowerCase=*/true);
}

static std::string nameOf(const UnitTable &table, const Trace &trace,
                          size_t index) {
  if (index >= trace.size())
    return "no event";
  return nameOf(table, trace, EventIndex{static_cast<uint32_t>(index)});
}

static std::string nameOf(const UnitTable &table,
                          const Invocation *invocation) {
  if (!invocation)
    return "no invocation";
  std::string name = table.function(invocation->function).name + " from ";
  if (!invocation->caller)
    return name + "nowhere";
  name +=
      "invocation " + llvm::utostr(static_cast<uint32_t>(*invocation->caller));
  if (invocation->parent)
    name +=
        ", event " + llvm::utostr(static_cast<uint32_t>(*invocation->parent));
  return name;
}

std::string conformance::difference(const UnitTable &table,
                                    const Trace &expected, const Trace &found) {
  size_t events = std::max(expected.size(), found.size());
  for (size_t i = 0; i < events; ++i) {
    if (i < expected.size() && i < found.size() &&
        expected.event(EventIndex(i)) == found.event(EventIndex(i)))
      continue;
    return "event " + llvm::utostr(i) + " is " + ::nameOf(table, found, i) +
           ", expected " + ::nameOf(table, expected, i);
  }
  llvm::ArrayRef<Invocation> a = expected.allInvocations();
  llvm::ArrayRef<Invocation> b = found.allInvocations();
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const Invocation *x = i < a.size() ? &a[i] : nullptr;
    const Invocation *y = i < b.size() ? &b[i] : nullptr;
    if (x && y && x->function == y->function && x->caller == y->caller &&
        x->parent == y->parent)
      continue;
    return "invocation " + llvm::utostr(i) + " is of " + ::nameOf(table, y) +
           ", expected " + ::nameOf(table, x);
  }
  return "";
}
