// Writes the first inputs of the fuzzers that read case files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Seeds.h"
#include "pinstripe/Store/BestResult.h"
#include "pinstripe/Store/Case.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;

static PredicateSpec fullPredicate() {
  PredicateSpec predicate;
  predicate.sameStderr = predicate.sameExit = true;
  predicate.keep = {"sum = .*"};
  predicate.watches = {"a.c:3:p->x[i]#2"};
  predicate.sameFiles = {"out.txt"};
  predicate.checks = {"./check.sh 'a b'"};
  return predicate;
}

/// Returns a case with a value in every field, and with texts that YAML must
/// escape.
static Case fullCase() {
  Case value;
  value.launch.program = "/src/sample";
  value.launch.argument0 = "./sample";
  value.launch.arguments = {"-v", "two words", "", "line\nend", "it's: #"};
  value.launch.environment = {"LANG=C", "BYTE=\xff"};
  value.launch.standardInput = "/src/in.txt";
  value.launch.workingDirectory = "/src";
  value.launch.observedFiles = {"out.txt"};
  value.launch.poison = Poison::Zero;
  value.launch.flow = Flow::Guarded;
  value.launch.unrecordedCalls = UnrecordedCalls::Skip;
  value.launch.wallLimitSeconds = 2.5;
  value.launch.eventLimit = 123456;
  value.launch.outputLimitBytes = 4096;
  value.predicate = fullPredicate();
  value.repeat = 5;
  value.compilationDatabase = "/src/build";
  value.buildHash = "0123456789abcdef";
  value.modules = {{"/src/libone.so.1", "fedcba"}, {"/src/lib \n2", ""}};
  return value;
}

static BestResult bestOf(unsigned events, unsigned units) {
  BestResult best;
  best.kept = EventSet(events);
  best.keptUnits = UnitSet(units);
  best.userPinned = EventSet(events);
  for (unsigned i = 0; i < events; i += 1 + i % 3)
    (units ? best.userPinned : best.kept).insert(EventIndex(i));
  if (units)
    best.keptUnits.insertRange(UnitId(1), UnitId(units));
  best.tests = 42;
  best.certificate.minimality = Minimality::OneMinimal;
  best.predicate = fullPredicate();
  best.unrecordedCalls = UnrecordedCalls::Run;
  best.flow = Flow::Guarded;
  return best;
}

void pinstripe::fuzzing::storeSeeds(SeedSink sink) {
  Case small;
  small.launch.program = "/src/sample";
  sink("CaseFuzzer", formatCase(small));
  sink("CaseFuzzer", formatCase(fullCase()));
  sink("BestResultFuzzer", formatBest(bestOf(3, 0)));
  sink("BestResultFuzzer", formatBest(bestOf(100, 0)));
  sink("BestResultFuzzer", formatBest(bestOf(64, 9)));
}
