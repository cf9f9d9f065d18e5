// Makes the measurements of the benchmark.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Measurements.h"
#include "PlainRun.h"
#include "pinstripe/Execution/LLDBEngine.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using namespace pinstripe::bench;

const Measurements::Section Measurements::sections[] = {
    {"partial", &Measurements::measurePartialExecutions,
     &Measurements::partialTable},
    {"recording", &Measurements::measureRecordings,
     &Measurements::recordingTable},
    {"removals", &Measurements::measureRemovals, &Measurements::removalTable},
    {"rivals", &Measurements::measureRivals, &Measurements::rivalTable},
    {"traps", &Measurements::measureTraps, &Measurements::trapTable},
    {"containment", &Measurements::measureContainment,
     &Measurements::containmentTable},
    {"pieces", &Measurements::measurePieces, &Measurements::pieceTable},
};

bool Measurements::isSection(llvm::StringRef name) {
  return llvm::is_contained(
      llvm::map_range(sections,
                      [](const Section &section) { return section.name; }),
      name);
}

Measurements::Measurements(MeasurementOptions options)
    : options(std::move(options)),
      recordingTable({"recording", "events", "plain run, ms", "recording, ms",
                      "slowdown", "until the trace is there, ms", "ns/event",
                      "of the run alone"}),
      partialTable({"partial execution", "events", "fork+exec, ms",
                    "no event, ms", "all, ms", "random half, ms",
                    "second half left out, ms", "all / fork+exec",
                    "ns/event, all", "random half"}),
      removalTable({"without one event, by checkpoints", "events",
                    "all, from the start, ms", "one of the last tenth",
                    "of the middle", "of the first tenth"}),
      rivalTable({"the same plan", "events", "native, ms", "fork+exec",
                  "LLDB engine", "gdb script", "LLDB / native",
                  "gdb / native"}),
      pieceTable({"once for a case, ms", "statement units", "engine",
                  "first recording, of 1,000 events", "second one"}),
      trapTable({"int3 patches only", "events", "plain run, ms",
                 "recording, ms", "all, ms", "ns/event recorded",
                 "ns/event executed"}),
      containmentTable({"containment, all events", "events", "writes",
                        "unconfined, ms", "confined, ms",
                        "confined / unconfined", "more, ms"}) {}

llvm::Expected<Measurements::EnginePointer>
Measurements::createEngine(llvm::StringRef name) {
  if (name == "lldb")
    return createLLDBEngine(subject->table, {true});
  NativeEngineOptions native;
  native.trapsOnly = name == "traps";
  return createNativeEngine(subject->table, native);
}

Contender Measurements::plainRun(const LaunchSpec &launch,
                                 unsigned rounds) const {
  std::string output = options.scratch + "/plain.out";
  return {
      [launch, output] { return timePlainRun(launch, output); }, rounds, {}};
}

static llvm::Error checkRun(const Subject &subject, const RunResult &expected,
                            const RunResult &result) {
  if (result.exited() && result.standardOutput == expected.standardOutput)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      subject.name + ": all events executed, but " +
      describeEnding(result.ending) + " and '" + result.standardOutput +
      "' instead of '" + expected.standardOutput + "'");
}

/// Each round executes other random plans, so that no branch predictor can
/// learn one.
Contender Measurements::partialExecution(ExecutionEngine &engine,
                                         const LaunchSpec &launch,
                                         const Recording &recording,
                                         PlanKind kind, unsigned rounds) const {
  std::vector<EventSet> plans;
  for (unsigned seed = 0; seed < (kind == PlanKind::RandomHalf ? 4 : 1); ++seed)
    plans.push_back(makePlan(recording.trace, kind, seed));
  auto run = [this, &engine, launch, &recording, kind, plans,
              round = size_t(0)]() mutable -> llvm::Expected<double> {
    const EventSet &plan = plans[round++ % plans.size()];
    double seconds = 0;
    auto result = timed(
        seconds, [&] { return engine.execute(launch, recording.trace, plan); });
    if (!result)
      return result.takeError();
    if (kind == PlanKind::Full)
      if (llvm::Error error = checkRun(*subject, recording.result, *result))
        return std::move(error);
    return seconds;
  };
  return {run, rounds, {}};
}

llvm::Error Measurements::measure(llvm::StringRef subjectName) {
  auto read = readSubject(options.programs, subjectName, options.scratch);
  if (!read)
    return read.takeError();
  engine.reset(); // this text comes before its table
  subject = std::move(*read);
  if (llvm::Error error = createEngine(options.engine).moveInto(engine))
    return error;
  if (llvm::Error error = countEvents(*subject, *engine))
    return error;
  for (const Section &section : sections)
    if (options.sections.empty() ||
        llvm::is_contained(options.sections, section.name))
      if (llvm::Error error = (this->*section.measure)())
        return error;
  return llvm::Error::success();
}

void Measurements::print(llvm::raw_ostream &stream) const {
  for (const Section &section : sections)
    (this->*section.table).print(stream);
}

llvm::Error Measurements::measureRecordings() {
  for (Size size : options.recordings)
    if (llvm::Error error = measureRecording(size))
      return error;
  return llvm::Error::success();
}

llvm::Error Measurements::measurePartialExecutions() {
  for (Size size : options.partialExecutions)
    if (llvm::Error error = measurePartialExecution(size))
      return error;
  return llvm::Error::success();
}

llvm::Error Measurements::measureRecording(Size size) {
  LaunchSpec launch = subject->launch(size.events);
  size_t events = 0;
  Samples inside;
  auto record = [&]() -> llvm::Expected<double> {
    double seconds = 0;
    auto recording = timed(seconds, [&] { return engine->record(launch); });
    if (!recording)
      return recording.takeError();
    events = recording->trace.size();
    inside.add(recording->result.seconds);
    return seconds;
  };
  Contender contenders[] = {plainRun(launch, size.rounds),
                            {record, size.rounds, {}}};
  if (llvm::Error error = measureInTurns(contenders))
    return error;
  const Samples &plain = contenders[0].samples, &whole = contenders[1].samples;
  auto perEvent = [&](const Samples &samples) {
    return rounded(1e9 * (samples.median() - plain.median()) / events);
  };
  recordingTable.add({subject->name, powerOfTen(size.events),
                      milliseconds(plain), milliseconds(inside),
                      ratio(inside, plain), milliseconds(whole),
                      perEvent(whole), perEvent(inside)});
  return llvm::Error::success();
}

llvm::Error Measurements::measurePartialExecution(Size size) {
  LaunchSpec launch = subject->launch(size.events);
  auto recording = engine->record(launch);
  if (!recording)
    return recording.takeError();
  std::vector<Contender> contenders = {plainRun(launch, size.rounds)};
  for (PlanKind kind : {PlanKind::Empty, PlanKind::Full, PlanKind::RandomHalf,
                        PlanKind::FirstHalf})
    contenders.push_back(
        partialExecution(*engine, launch, *recording, kind, size.rounds));
  if (llvm::Error error = measureInTurns(contenders))
    return error;
  std::vector<std::string> cells = {subject->name, powerOfTen(size.events)};
  for (const Contender &each : contenders)
    cells.push_back(milliseconds(each.samples));
  const Samples &full = contenders[2].samples;
  cells.push_back(ratio(full, contenders[0].samples));
  for (const Samples &samples : {full, contenders[3].samples})
    cells.push_back(rounded(1e9 * samples.median() / recording->trace.size()));
  partialTable.add(std::move(cells));
  return llvm::Error::success();
}

/// Measures all engines and the script of gdb with the same half of the events.
/// The script must print what the engines print.
llvm::Error Measurements::measureRivals() {
  LaunchSpec launch = subject->launch(options.rivals.events);
  auto recording = engine->record(launch);
  auto lldb = createEngine("lldb");
  if (!recording || !lldb)
    return llvm::joinErrors(recording.takeError(), lldb.takeError());
  unsigned rounds = options.rivals.rounds;
  std::vector<Contender> contenders = {
      partialExecution(*engine, launch, *recording, PlanKind::RandomHalf,
                       10 * rounds),
      plainRun(launch, 10 * rounds),
      partialExecution(**lldb, launch, *recording, PlanKind::RandomHalf,
                       rounds)};
  EventSet plan = makePlan(recording->trace, PlanKind::RandomHalf, 0);
  auto gdb = GDBScript::write(subject->table, launch, recording->trace, plan,
                              options.scratch);
  if (gdb)
    contenders.push_back({[&] { return gdb->run(); }, rounds, {}});
  else
    llvm::errs() << "bench: " << subject->name << ", gdb: left out, since "
                 << llvm::toString(gdb.takeError()) << "\n";
  if (llvm::Error error = measureInTurns(contenders))
    return error;
  if (contenders.size() > 3) {
    auto expected = engine->execute(launch, recording->trace, plan);
    auto printed = gdb->output();
    if (!expected || !printed)
      return llvm::joinErrors(expected.takeError(), printed.takeError());
    if (*printed != expected->standardOutput)
      return llvm::make_error<EngineError>(
          subject->name + ": the gdb script printed '" + *printed +
          "', the engine '" + expected->standardOutput + "'");
  }
  contenders.resize(4);
  std::vector<std::string> cells = {subject->name,
                                    powerOfTen(options.rivals.events)};
  for (const Contender &each : contenders)
    cells.push_back(milliseconds(each.samples));
  for (size_t rival : {2, 3})
    cells.push_back(ratio(contenders[rival].samples, contenders[0].samples));
  rivalTable.add(std::move(cells));
  return llvm::Error::success();
}
