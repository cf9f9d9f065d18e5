// Runs the benchmark and prints its tables in Markdown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: bench [--quick] [--engine NAME] [--section NAME]... [SUBJECT...]
//
// Measures, in one run and in turns, what a test costs with the native engine,
// with the LLDB engine and with a script of gdb, and what the unmodified
// program costs. README quotes the tables. Takes minutes; --quick takes seconds
// and only shows that everything works.

#include "Machine.h"
#include "Measurements.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe::bench;

namespace {

struct Arguments {
  bool quick = false;
  std::string engine = "native";
  std::vector<std::string> sections; ///< empty: all
  std::vector<std::string> subjects;
};

std::optional<Arguments> parse(int count, char **values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    llvm::StringRef value(values[i]);
    if (value == "--quick")
      arguments.quick = true;
    else if (value == "--engine" && i + 1 < count)
      arguments.engine = values[++i];
    else if (value == "--section" && i + 1 < count &&
             Measurements::isSection(values[i + 1]))
      arguments.sections.push_back(values[++i]);
    else if (value.starts_with("-"))
      return std::nullopt;
    else
      arguments.subjects.push_back(value.str());
  }
  if (arguments.subjects.empty())
    arguments.subjects = {"loop-clang", "loop-gcc", "calls-clang", "calls-gcc"};
  return arguments;
}

MeasurementOptions optionsFor(const Arguments &arguments) {
  MeasurementOptions options;
  options.programs = PINSTRIPE_BENCH_PROGRAMS;
  options.engine = arguments.engine;
  options.sections = arguments.sections;
  if (arguments.quick) {
    options.partialExecutions = options.recordings = {{100, 2}};
    options.removals = options.rivals = options.traps =
        options.containment = {100, 1};
    options.pieceRounds = 1;
    return options;
  }
  options.partialExecutions = {{1000, 300}, {100'000, 100}, {10'000'000, 15}};
  options.recordings = {{1000, 20}, {100'000, 20}, {10'000'000, 7}};
  options.removals = {10'000'000, 20};
  options.rivals = {1000, 5};
  options.traps = {100'000, 7};
  options.containment = {1000, 300};
  options.pieceRounds = 10;
  return options;
}

llvm::Error run(const Arguments &arguments, llvm::StringRef scratch) {
  MeasurementOptions options = optionsFor(arguments);
  options.scratch = scratch.str();
  Measurements measurements(options);
  for (const std::string &subject : arguments.subjects) {
    llvm::errs() << "bench: " << subject << "\n";
    if (llvm::Error error = measurements.measure(subject))
      return error;
  }
  llvm::outs() << describeMachine() << "\n"
               << "Medians of runs in turns, in brackets the least.\n";
  measurements.print(llvm::outs());
  return llvm::Error::success();
}

} // namespace

int main(int count, char **values) {
  auto arguments = parse(count, values);
  if (!arguments) {
    llvm::errs() << "usage: bench [--quick] [--engine native|traps|lldb] "
                    "[--section partial|recording|removals|rivals|traps|"
                    "containment|pieces]... "
                    "[loop-clang|loop-gcc|calls-clang|calls-gcc ...]\n";
    return 2;
  }
  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("pinstripe-bench", scratch))
    return 1;
  llvm::Error error = run(*arguments, scratch);
  llvm::sys::fs::remove_directories(scratch);
  if (!error)
    return 0;
  llvm::errs() << "bench: error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}
