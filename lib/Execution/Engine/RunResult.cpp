// Describes the result of one run: how the run ended and what it has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Program/CodePlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <cstring>

using namespace pinstripe;

static std::string describe(const Exited &exited) {
  return "exit status " + std::to_string(exited.status);
}

static std::string describe(const Crashed &crashed) {
  bool isStop = crashed.signal == SIGSTOP;
  std::string text = isStop ? "stopped for good by " : "";
  std::string number = "signal " + std::to_string(crashed.signal);
  text += number;
  if (std::string name = signalName(crashed.signal); name != number)
    text += " (" + name + ")";
  if (crashed.address != 0)
    text += " at 0x" + llvm::utohexstr(crashed.address % moduleSpacing,
                                       /*LowerCase=*/true);
  if (!crashed.library.empty())
    text += " in " + crashed.library;
  return text;
}

std::string pinstripe::signalName(int signal) {
  // Unlike strsignal, sigabbrev_np is thread-safe and does not depend on the
  // locale.
  const char *name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

llvm::StringRef pinstripe::faultName(FaultKind fault) {
  switch (fault) {
  case FaultKind::None:
    return "";
  case FaultKind::NullPointer:
    return "null pointer";
  case FaultKind::WildPointer:
    return "wild pointer";
  case FaultKind::StackOverflow:
    return "stack overflow";
  case FaultKind::Misaligned:
    return "misaligned memory";
  case FaultKind::Arithmetic:
    return "division by zero or overflow";
  case FaultKind::Instruction:
    return "not an instruction, or a trap";
  }
  llvm_unreachable("all kinds are handled");
}

std::string pinstripe::describeFault(const Crashed &crashed) {
  std::string text = faultName(crashed.fault).str();
  if (crashed.usedAddress)
    text += ", address 0x" +
            llvm::utohexstr(*crashed.usedAddress, /*LowerCase=*/true);
  if (crashed.isOfPoison)
    text += ", made of poison";
  return text;
}

std::string pinstripe::describePlace(const Crashed &crashed,
                                     const UnitTable &table) {
  std::string text = crashed.library;
  std::optional<FunctionId> function = functionAt(table, crashed.place);
  if (!function)
    return text;
  if (!text.empty())
    text += ", called by ";
  text += table.displayName(table.function(*function)) + "()";
  if (std::optional<EntryId> entry = entryOfCode(table, crashed.place)) {
    const SourceRange &range = table.unitOf(*entry).range;
    text += " at " + table.displayPath(range.file) + ":" +
            std::to_string(range.line);
  }
  return text;
}

std::string pinstripe::describeEnding(const Ending &ending,
                                      const UnitTable &table) {
  const auto *crashed = std::get_if<Crashed>(&ending);
  std::string place = crashed ? describePlace(*crashed, table) : "";
  if (place.empty())
    return describeEnding(ending);
  std::string text = signalName(crashed->signal);
  if (crashed->fault != FaultKind::None)
    text += " (" + describeFault(*crashed) + ")";
  return text + " in " + place;
}

static std::string describe(const TimedOut &) {
  return "no end within the time limit";
}

struct LimitText {
  llvm::StringLiteral name;
  /// The words with which a report says that a run has exceeded a limit, such
  /// as "more output than the limit".
  llvm::StringLiteral excess;
};

static constexpr LimitText textOf(LimitReached::Kind kind) {
  switch (kind) {
  case LimitReached::Kind::Events:
    return {"limit of events", "no end within the event limit"};
  case LimitReached::Kind::Output:
    return {"limit of output", "more output than the limit"};
  case LimitReached::Kind::TraceMemory:
    return {"limit of memory for the trace",
            "no end within the memory for the trace"};
  case LimitReached::Kind::FileSize:
    return {"limit of file size", "a larger file than the limit"};
  case LimitReached::Kind::OpenFiles:
    return {"limit of open files", "more open files than the limit"};
  case LimitReached::Kind::UsedMemory:
    return {"limit of memory", "more memory than the limit"};
  case LimitReached::Kind::WrittenBytes:
    return {"limit of written bytes", "more written than the limit"};
  case LimitReached::Kind::Processes:
    return {"limit of processes", "more processes than the limit"};
  }
  llvm_unreachable("not a limit");
}

static std::string describe(const LimitReached &limit) {
  return textOf(limit.kind).excess.str();
}

static std::string describe(const Diverged &diverged) {
  switch (diverged.reason) {
  case Diverged::Reason::UnrecordedCall:
    return "divergence: a call that the recording does not have";
  case Diverged::Reason::NoWayOut:
    return "divergence: nothing left to execute in a function that never "
           "returns";
  case Diverged::Reason::SecondThread:
    return "divergence: the program runs its statements in several threads, "
           "and the engine can't let them take turns";
  case Diverged::Reason::FrameLost:
    return "divergence: traced code ran in a frame that was never entered";
  case Diverged::Reason::NotAsRecorded:
    return "divergence: the run was not the recorded one before the change";
  }
  llvm_unreachable("all reasons are handled");
}

static std::string describe(const DecidedOtherwise &otherwise) {
  if (!otherwise.event)
    return "a comparison was made of values that no executed statement had "
           "computed";
  return "a condition decided otherwise, event " +
         std::to_string(static_cast<size_t>(*otherwise.event) + 1);
}

UnresolvedCause pinstripe::causeOf(const Ending &ending) {
  using Kind = UnresolvedCause::Kind;
  if (const auto *limit = std::get_if<LimitReached>(&ending))
    return {Kind::Limit, limit->kind};
  if (std::holds_alternative<Crashed>(ending))
    return {Kind::Crash};
  if (std::holds_alternative<TimedOut>(ending))
    return {Kind::Hang};
  if (std::holds_alternative<Diverged>(ending))
    return {Kind::Divergence};
  if (std::holds_alternative<DecidedOtherwise>(ending))
    return {Kind::DecidedOtherwise};
  return {Kind::Undecided};
}

llvm::StringRef pinstripe::nameOf(LimitReached::Kind kind) {
  return textOf(kind).name;
}

std::string pinstripe::describeEnding(const Ending &ending) {
  return std::visit([](const auto &value) { return describe(value); }, ending);
}

bool pinstripe::isSameEnding(const Ending &left, const Ending &right) {
  if (left.index() != right.index())
    return false;
  if (const auto *exited = std::get_if<Exited>(&left))
    return exited->status == std::get<Exited>(right).status;
  if (const auto *crashed = std::get_if<Crashed>(&left))
    return crashed->signal == std::get<Crashed>(right).signal;
  return true;
}
