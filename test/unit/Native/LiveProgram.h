// A program whose recorded run is changed in live flow, under all engines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_LIVEPROGRAM_H
#define PINSTRIPE_TEST_UNIT_NATIVE_LIVEPROGRAM_H

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Program/ExpressionCompiler.h"

namespace pinstripe::test {

/// Returns whether the text of the unit with this entry contains `text`.
inline bool isOf(const UnitTable &table, EntryId entry, llvm::StringRef text) {
  return llvm::StringRef(table.unitOf(entry).text).contains(text);
}

/// Returns the first entry of the unit with this text.
inline EntryId entryOf(const UnitTable &table, llvm::StringRef text) {
  for (unsigned i = 0; i < table.entries.size(); ++i)
    if (isOf(table, EntryId{i}, text))
      return EntryId{i};
  FAIL("no such unit: " << text.str());
  return {};
}

/// A recorded program, whose run is repeated with changes in live flow.
class LiveProgram {
public:
  LiveProgram(const std::string &compiler, llvm::StringRef source)
      : program(compiler, source) {
    // The limit on events ends endless runs, so the time limit is large enough
    // for a busy machine.
    program.spec.wallLimitSeconds = 600;
    program.record();
    engines = program.otherEngines();
  }

  /// Makes a run under all engines. Their results must agree.
  RunResult run(llvm::ArrayRef<LiveChange> changes) {
    RunResult result =
        orFail(program.engine().liveFlow()->executeLive(program.spec, changes));
    for (const auto &engine : engines) {
      INFO(engine->name().str());
      RunResult other =
          orFail(engine->liveFlow()->executeLive(program.spec, changes));
      CHECK(other.standardOutput == result.standardOutput);
      CHECK(other.eventsExecuted == result.eventsExecuted);
      CHECK(describeEnding(other.ending) == describeEnding(result.ending));
    }
    return result;
  }
  /// Records a run under all engines. Their traces must agree.
  Trace record(llvm::ArrayRef<LiveChange> changes) {
    Recording recording =
        orFail(program.engine().liveFlow()->recordLive(program.spec, changes));
    for (const auto &engine : engines) {
      INFO(engine->name().str());
      Recording other =
          orFail(engine->liveFlow()->recordLive(program.spec, changes));
      CHECK(other.result.standardOutput == recording.result.standardOutput);
      CHECK(other.result.eventsExecuted == recording.result.eventsExecuted);
      REQUIRE(other.trace.size() == recording.trace.size());
      for (uint32_t i = 0; i < other.trace.size(); ++i)
        CHECK(other.trace.event(EventIndex(i)).entry ==
              recording.trace.event(EventIndex(i)).entry);
    }
    return std::move(recording.trace);
  }
  std::string output(llvm::ArrayRef<LiveChange> changes) {
    return run(changes).standardOutput;
  }

  /// Returns the n-th event, counted from 1, of units with this text.
  EventIndex event(llvm::StringRef text, unsigned number = 1) const {
    for (unsigned i = 0; i < program.trace().size(); ++i) {
      EntryId entry = program.trace().event(EventIndex{i}).entry;
      if (isOf(program.table, entry, text) && --number == 0)
        return EventIndex{i};
    }
    FAIL("no such event: " << text.str());
    return {};
  }
  EntryId entry(llvm::StringRef text) const {
    return entryOf(program.table, text);
  }
  FlowTarget to(llvm::StringRef text) const { return FlowTarget{entry(text)}; }

  LiveChange each(LiveChange::Kind kind, llvm::StringRef text,
                  FlowTarget target) const {
    LiveChange change;
    change.kind = kind;
    change.entry = entry(text);
    change.target = target;
    return change;
  }
  LiveChange once(LiveChange::Kind kind, llvm::StringRef text,
                  FlowTarget target, unsigned number = 1) const {
    LiveChange change = each(kind, text, target);
    change.event = event(text, number);
    return change;
  }

  /// Replaces the value of `i` at the n-th event of a unit with this text.
  LiveChange replace(LiveChange::Kind kind, llvm::StringRef text,
                     unsigned number, int value) const {
    LiveChange change = once(kind, text, {}, number);
    ExpressionCompiler compiler(program.table);
    LocationProgram location =
        orFail(compiler.compile("i", program.table.entry(change.entry).address))
            .location;
    REQUIRE(location.steps.size() == 1);
    REQUIRE(location.steps[0].kind == LocationStep::Kind::Frame);
    change.memory = {true, static_cast<uint64_t>(location.steps[0].number),
                     sizeof value, static_cast<uint32_t>(value)};
    return change;
  }

  NativeProgram program;

private:
  std::vector<std::unique_ptr<ExecutionEngine>> engines;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_LIVEPROGRAM_H
