// Helpers for tests that run small programs under the native engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_NATIVEPROGRAM_H
#define PINSTRIPE_TEST_UNIT_NATIVE_NATIVEPROGRAM_H

#include "TestSupport/Programs.h"
#include "pinstripe/Analysis/StoreRecorder.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include <fstream>
#include <initializer_list>
#include <optional>
#include <vector>

namespace pinstripe::test {

/// A compiled program, its unit table, and an engine that is created at the
/// first run. Errors of the engine fail the test.
class NativeProgram {
public:
  NativeProgram(const std::string &compiler, llvm::StringRef source,
                std::vector<std::string> flags = {"-g", "-O0"})
      : files(compiler,
              llvm::StringRef(compiler).contains("++") ? Language::Cxx
                                                       : Language::C,
              source, std::move(flags)),
        table(orFail(buildUnitTable(files.path, {}))) {
    spec.program = table.programPath();
    spec.argument0 = "./test";
    spec.environment = {"PATH=/usr/bin:/bin", "LANG=C", "LD_BIND_NOW=1"};
    spec.workingDirectory =
        llvm::sys::path::parent_path(table.programPath()).str();
    writeInput("");
  }

  void writeInput(llvm::StringRef text) {
    spec.standardInput = path("input");
    std::ofstream(spec.standardInput) << text.str();
  }
  std::string path(llvm::StringRef name) const { return files.inFolder(name); }

  ExecutionEngine &engine() {
    if (!theEngine) {
      theEngine = orFail(createNativeEngine(table, options));
    }
    return *theEngine;
  }
  void dropEngine() { theEngine.reset(); }
  llvm::Expected<Recording> tryRecord() { return engine().record(spec); }
  const RunResult &record() {
    recording.emplace(orFail(tryRecord()));
    return recording->result;
  }
  /// Records a run that does not end by itself. On a busy machine, the program
  /// may not get far before the time limit. So the limit is doubled until
  /// `isFar(recording)` is true.
  template <typename Condition>
  const RunResult &recordHang(double seconds, Condition isFar) {
    spec.wallLimitSeconds = seconds;
    record();
    while (!isFar(*recording) && spec.wallLimitSeconds < 60) {
      spec.wallLimitSeconds *= 2;
      record();
    }
    return recording->result;
  }
  /// Records where the events of the run wrote. Guarded flow needs to know
  /// that.
  void recordStores() {
    auto module = orFail(ModuleCode::read(table.programPath()));
    auto code = orFail(DataCode::create(table, {&module}));
    StoreRecorder recorder(table, code, trace(), /*most=*/1 << 20);
    orFail(engine().recordInstructions(spec, code, recorder));
    spec.computedStores = recorder.take();
  }
  const Trace &trace() const { return recording->trace; }
  RunResult execute(const EventSet &included) {
    return orFail(engine().execute(spec, trace(), trace().feasible(included)));
  }

  EventSet all() const { return EventSet(trace().size(), true); }
  EventSet none() const { return EventSet(trace().size()); }
  /// Returns all events except those of units that contain one of `texts`.
  EventSet without(std::initializer_list<llvm::StringRef> texts) const {
    EventSet set = all();
    for (unsigned i = 0; i < trace().size(); ++i)
      for (llvm::StringRef text : texts)
        if (llvm::StringRef(
                table.unitOf(trace().event(EventIndex{i}).entry).text)
                .contains(text))
          set.erase(EventIndex(i));
    return set;
  }
  EventSet only(std::initializer_list<llvm::StringRef> texts) const {
    return without(texts).flip();
  }

  /// Returns the engines that have to agree with `engine`: the native one with
  /// int3 patches only, and LLDB. Sanitizer builds leave out LLDB, which leaks
  /// memory, as does its Python.
  std::vector<std::unique_ptr<ExecutionEngine>> otherEngines() {
    std::vector<std::unique_ptr<ExecutionEngine>> engines;
    NativeEngineOptions traps;
    traps.trapsOnly = true;
    engines.push_back(orFail(createNativeEngine(table, traps)));
    if (!isSanitized)
      engines.push_back(orFail(createLLDBEngine(table, {/*rewind=*/true})));
    return engines;
  }

  TestProgram files;
  UnitTable table;
  LaunchSpec spec;
  NativeEngineOptions options;

private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool isSanitized = true;
#elif defined(__has_feature)
  static constexpr bool isSanitized = __has_feature(address_sanitizer);
#else
  static constexpr bool isSanitized = false;
#endif

  std::unique_ptr<ExecutionEngine> theEngine;
  std::optional<Recording> recording;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_NATIVEPROGRAM_H
