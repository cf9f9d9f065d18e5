// A program whose functions can be exchanged by recompiled ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDPROGRAM_H
#define PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDPROGRAM_H

#include "NativeProgram.h"
#include "pinstripe/Program/RecompiledCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

namespace pinstripe::test {

/// A test program that is compiled twice: once to be run, and once to an object
/// whose functions can replace those of the program. Each function has ten
/// numbers for mutations: function 0 has the numbers 10 to 19, and so on.
class RecompiledProgram {
public:
  RecompiledProgram(const std::string &compiler, llvm::StringRef source,
                    bool trapsOnly = false,
                    std::vector<std::string> flags = {"-g", "-O0"})
      : program(compiler, source, std::move(flags)) {
    program.options.trapsOnly = trapsOnly;
    program.spec.wallLimitSeconds = 600;
    output = program.record().standardOutput;
    auto code = std::make_shared<RecompiledCode>();
    code->units.push_back(recompile(program.files.sourcePath));
    program.spec.recompiled = code;
  }

  const RecompiledUnit &unit() const {
    return program.spec.recompiled->units.front();
  }

  /// Links all functions. For each function that can't be linked, returns its
  /// name and the reason.
  std::map<std::string, std::string> link() {
    std::map<std::string, std::string> reasons;
    for (const UnlinkedFunction &each :
         orFail(program.engine().liveFlow()->linkRecompiled(program.spec)))
      reasons[program.spec.recompiled->units[each.unit]
                  .functions[each.function]
                  .name] = each.reason;
    return reasons;
  }

  static LiveChange mutation(uint32_t number) {
    LiveChange change;
    change.kind = LiveChange::Kind::Mutate;
    change.mutation = number;
    return change;
  }
  RunResult run(uint32_t number) {
    return orFail(program.engine().liveFlow()->executeLive(program.spec,
                                                           {mutation(number)}));
  }
  /// Returns the first number of the function with this name or symbol.
  uint32_t numberOf(llvm::StringRef name) const {
    for (const RecompiledFunction &each : unit().functions)
      if (each.name == name)
        return each.firstNumber;
    FAIL("no such function: " << name.str());
    return 0;
  }

  NativeProgram program;
  std::string output; ///< of the recorded run

private:
  RecompiledUnit recompile(const std::string &source) {
    bool isC = llvm::StringRef(source).ends_with(".c");
    std::string compiler = isC ? "clang-19" : "clang++-19";
    auto path = llvm::sys::findProgramByName(compiler);
    REQUIRE(path);
    std::string object = program.path("again.o");
    std::vector<llvm::StringRef> arguments = {compiler,
                                              "-c",
                                              "-O0",
                                              "-g0",
                                              "-w",
                                              "-fPIC",
                                              "-fno-common",
                                              source,
                                              "-ffunction-sections",
                                              "-fdata-sections",
                                              "-o",
                                              object,
                                              "-DRECOMPILED",
                                              "-ftls-model=local-exec"};
    REQUIRE(llvm::sys::ExecuteAndWait(*path, arguments, std::nullopt, {}, 60) ==
            0);
    auto buffer = llvm::MemoryBuffer::getFile(object);
    REQUIRE(buffer);
    RecompiledUnit unit;
    unit.module = program.table.programPath();
    llvm::SmallString<256> real;
    REQUIRE(!llvm::sys::fs::real_path(source, real));
    unit.source = real.str();
    unit.object = (*buffer)->getBuffer().str();
    std::set<std::string> names;
    for (const TracedFunction &function : program.table.functions) {
      if (!names.insert(function.linkageName).second)
        continue;
      auto first = static_cast<uint32_t>(10 * names.size());
      unit.functions.push_back(
          {function.name, {function.linkageName}, first, first + 10});
    }
    return unit;
  }
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_RECOMPILEDPROGRAM_H
