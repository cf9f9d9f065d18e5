// Compiles and runs small programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramUnderTest.h"
#include "NaiveUnitTable.h"
#include "TestSupport/Extent.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "llvm/Support/Program.h"
#include <fstream>
#include <stdexcept>

using namespace pinstripe;

template <typename T> static T valueOrThrow(llvm::Expected<T> value) {
  if (!value)
    throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}

static std::vector<std::string>
installed(std::initializer_list<const char *> names) {
  std::vector<std::string> found;
  for (const char *name : names)
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      found.push_back(*path);
  if (found.empty())
    throw std::runtime_error("no compiler found");
  return found;
}

std::string pinstripe::cCompiler() { return installed({"clang-19", "gcc"})[0]; }

std::string pinstripe::cxxCompiler() {
  return installed({"clang++-19", "g++"})[0];
}

std::vector<std::string> pinstripe::cCompilers() {
  return test::compilersToTry(installed({"clang-19", "gcc"}));
}

std::vector<std::string> pinstripe::cxxCompilers() {
  return test::compilersToTry(installed({"clang++-19", "g++"}));
}

ProgramUnderTest::ProgramUnderTest(const std::string &compiler,
                                   const std::string &source,
                                   const std::vector<std::string> &options,
                                   TableKind kind)
    : folder(valueOrThrow(TemporaryDirectory::create())) {
  bool isCXX = llvm::StringRef(compiler).contains("++");
  std::string file = path(isCXX ? "test.cpp" : "test.c");
  std::ofstream(file) << source;
  spec.program = path("program");
  std::string message;
  std::vector<llvm::StringRef> arguments = {
      compiler, "-g", "-O0", "-o", spec.program, file, "-lpthread"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  int status = llvm::sys::ExecuteAndWait(compiler, arguments, std::nullopt, {},
                                         600, 0, &message);
  if (status != 0)
    throw std::runtime_error("can't compile: " + message);
  table = kind == TableKind::Full
              ? valueOrThrow(buildUnitTable(spec.program, {}))
              : naiveUnitTable(spec.program, source);
  spec.argument0 = "./program";
  spec.environment = {"PATH=/usr/bin:/bin", "LANG=C"};
  spec.workingDirectory = folder.path();
  writeInput("");
}

void ProgramUnderTest::writeInput(llvm::StringRef text) {
  spec.standardInput = path("input");
  std::ofstream(spec.standardInput) << text.str();
}

ExecutionEngine &ProgramUnderTest::theEngine() {
  if (!engine) {
    LLDBEngineOptions options;
    options.rewind = rewind;
    engine = valueOrThrow(createLLDBEngine(table, options));
  }
  return *engine;
}

const Recording &ProgramUnderTest::record() {
  recording.emplace(valueOrThrow(theEngine().record(spec)));
  return *recording;
}

RunResult ProgramUnderTest::execute(const EventSet &included) {
  EventSet feasible = trace().feasible(included);
  return valueOrThrow(theEngine().execute(spec, trace(), feasible));
}

std::vector<unsigned> ProgramUnderTest::eventsAt(llvm::StringRef text) const {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < trace().size(); ++i) {
    Event event = trace().event(EventIndex{i});
    if (llvm::StringRef(table.unitOf(event.entry).text).contains(text))
      found.push_back(i);
  }
  return found;
}

EventSet ProgramUnderTest::all() const {
  return EventSet(trace().size(), true);
}

EventSet ProgramUnderTest::none() const { return EventSet(trace().size()); }

EventSet
ProgramUnderTest::without(std::initializer_list<llvm::StringRef> texts) const {
  EventSet set = all();
  for (llvm::StringRef text : texts)
    for (unsigned event : eventsAt(text))
      set.erase(EventIndex(event));
  return set;
}

EventSet
ProgramUnderTest::only(std::initializer_list<llvm::StringRef> texts) const {
  EventSet set = none();
  for (llvm::StringRef text : texts)
    for (unsigned event : eventsAt(text))
      set.insert(EventIndex(event));
  return set;
}
