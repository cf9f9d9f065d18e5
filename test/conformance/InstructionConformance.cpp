// Checks recordings of instructions on one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: instruction-conformance [--stdin FILE] [--engines NAME] --
//        PROGRAM ARGUMENTS
//
// Records the instructions of one run. The trace and the results must be those
// of a plain recording. Each executed block must be one that can follow the
// block before it, and the patches must be right. The results must be the same
// with int3 patches instead of jumps, if the program is run step by step, and
// if its threads take turns. With `--engines ptrace`, only the latter is tried.

#include "ConformanceMain.h"
#include "InstructionOrder.h"
#include "Observation.h"
#include "Patch/DetailedHooks.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/SteppingRecorder.h"
#include "pinstripe/Native/TracedEngine.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::errs;
using llvm::outs;

namespace {

class InstructionSuite {
public:
  explicit InstructionSuite(const Subject &subject)
      : table(subject.table), launch(subject.launch),
        onlyTurns(subject.options.engines == "ptrace"),
        withTurns(subject.options.engines != "native") {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  llvm::Error readModules();
  llvm::Error recordBoth(bool trapsOnly);
  llvm::Error recordBySteps();
  llvm::Error recordInTurns();
  void compare(Recording &stepped, const InstructionOrder &order,
               llvm::StringRef how);
  llvm::Error verify(ModuleId id);
  /// Returns true if the second thread of the program has ended the recording.
  bool hasThreads() const {
    const auto *diverged = std::get_if<Diverged>(&plain->result.ending);
    return diverged && diverged->reason == Diverged::Reason::SecondThread;
  }
  void complain(const llvm::Twine &what) {
    ++failures;
    errs() << "instruction-conformance: " << what << "\n";
  }

  const UnitTable &table;
  LaunchSpec launch;
  bool onlyTurns, withTurns;
  std::unique_ptr<Decoder> decoder;
  std::vector<std::unique_ptr<ModuleCode>> modules;
  std::vector<const ModuleCode *> modulePointers;
  DataCode code;
  std::optional<Recording> plain;
  std::optional<uint64_t> hash;
  unsigned failures = 0;
};

llvm::Error InstructionSuite::readModules() {
  for (const TracedModule &module : table.modules) {
    auto read = ModuleCode::read(module.path);
    if (!read)
      return read.takeError();
    modules.push_back(std::make_unique<ModuleCode>(std::move(*read)));
    modulePointers.push_back(modules.back().get());
  }
  if (llvm::Error error =
          DataCode::create(table, modulePointers).moveInto(code))
    return error;
  if (llvm::Error error = Decoder::create().moveInto(decoder))
    return error;
  return llvm::Error::success();
}

/// Removes everything from the description of a crash except the signal and the
/// instruction. A recording of instructions repeats a run whose crash is
/// already known, so it does not find out the rest.
static void forgetPlace(RunResult &result) {
  auto *crashed = std::get_if<Crashed>(&result.ending);
  if (!crashed)
    return;
  Crashed plain;
  plain.signal = crashed->signal;
  plain.address = crashed->address;
  plain.library = crashed->library;
  *crashed = plain;
}

llvm::Error InstructionSuite::recordBoth(bool trapsOnly) {
  auto engine = createNativeEngine(table, {trapsOnly});
  if (!engine)
    return engine.takeError();
  if (llvm::Error error = (*engine)->record(launch).moveInto(plain))
    return error;
  // It is a matter of chance when the second thread ends such a recording.
  if (hasThreads())
    return llvm::Error::success();
  InstructionOrder order(table, code, modulePointers, *decoder);
  auto detailed = (*engine)->recordInstructions(launch, code, order);
  if (!detailed)
    return detailed.takeError();
  forgetPlace(plain->result);
  forgetPlace(detailed->result);
  std::string other = difference(table, plain->trace, detailed->trace);
  if (!other.empty())
    complain("another trace: " + other);
  if (!sameObservation(plain->result, detailed->result))
    complain(describe(table, detailed->result) + "; expected " +
             describe(table, plain->result));
  for (const std::string &finding :
       llvm::ArrayRef(order.findings).take_front(5))
    complain(finding);
  if (hash && *hash != order.hash)
    complain("int3 records something else");
  hash = order.hash;
  if (order.outputEnd > detailed->result.standardOutput.size())
    complain("more output than there is");
  outs() << (trapsOnly ? "int3: " : "") << detailed->trace.size() << " events, "
         << order.blocks << " blocks, " << order.words << " words, "
         << order.libraryCalls << " library calls, " << order.interruptions
         << " interruptions, " << order.landings << " landings; "
         << order.outputEnd << " of " << detailed->result.standardOutput.size()
         << " bytes; without model:";
  for (const std::string &name : order.unknown)
    outs() << " " << name;
  outs() << "\n";
  return llvm::Error::success();
}

/// Records a run step by step and compares the results with those of the other
/// recordings.
llvm::Error InstructionSuite::recordBySteps() {
  auto outputs = OutputFiles::create();
  if (!outputs)
    return outputs.takeError();
  InstructionOrder order(table, code, modulePointers, *decoder);
  std::function<void(uint64_t)> noWatcher;
  auto stepped = createSteppingRecorder(table)->record(
      {launch, *outputs, code, order, noWatcher});
  if (!stepped)
    return stepped.takeError();
  compare(*stepped, order, "step by step");
  return llvm::Error::success();
}

/// Records a run whose threads take turns and compares the results with those
/// of the other recordings. A program with several threads has none.
llvm::Error InstructionSuite::recordInTurns() {
  auto engine = createTracedEngine(table);
  if (!engine)
    return engine.takeError();
  if (llvm::Error error = (*engine)->record(launch).moveInto(plain))
    return error;
  InstructionOrder order(table, code, modulePointers, *decoder);
  auto detailed = (*engine)->recordInstructions(launch, code, order);
  if (!detailed)
    return detailed.takeError();
  forgetPlace(plain->result);
  compare(*detailed, order, "in turns");
  return llvm::Error::success();
}

/// Compares a recording of instructions, with `order` as observer, with those
/// that were made before. `how` says how it was made.
void InstructionSuite::compare(Recording &stepped,
                               const InstructionOrder &order,
                               llvm::StringRef how) {
  forgetPlace(stepped.result);
  std::string other = difference(table, plain->trace, stepped.trace);
  if (!other.empty())
    complain("another trace " + how + ": " + other);
  // A run that an engine ends at one of its hooks may have printed more by
  // then.
  bool isCutOff = std::holds_alternative<Diverged>(plain->result.ending);
  if (isCutOff ? describeEnding(plain->result.ending) !=
                     describeEnding(stepped.result.ending)
               : !sameObservation(plain->result, stepped.result))
    complain(how + ": " + describe(table, stepped.result) + "; expected " +
             describe(table, plain->result));
  for (const std::string &finding :
       llvm::ArrayRef(order.findings).take_front(5))
    complain(how + ": " + finding);
  if (hash && *hash != order.hash)
    complain(how + ", something else is recorded");
  outs() << how << ": " << stepped.trace.size() << " events, " << order.blocks
         << " blocks, " << order.words << " words, " << order.libraryCalls
         << " library calls, "
         << static_cast<uint64_t>(1000 * stepped.result.seconds) << " ms\n";
}

llvm::Error InstructionSuite::verify(ModuleId id) {
  const ModuleCode &module = *modules[static_cast<size_t>(id)];
  std::vector<PlacedModule> placed(table.modules.size());
  for (size_t i = 0; i < placed.size(); ++i) {
    placed[i].code = modulePointers[i];
    placed[i].tableBase = table.modules[i].base;
  }
  auto detailed = findDetailedSites(table, code, placed);
  if (!detailed)
    return detailed.takeError();
  HookMap hooks(table);
  std::vector<HookSite> sites;
  std::vector<HookInfo> infos;
  for (const auto &[address, site] : *detailed) {
    if (table.moduleOf(address) != id)
      continue;
    HookInfo info;
    info.detail = &site;
    if (const HookPoint *point = hooks.find(address))
      info.flags = point->isFunctionEntry ? native::hookIsFunctionEntry : 0;
    sites.push_back(
        {table.fileAddress(address), static_cast<uint32_t>(infos.size())});
    infos.push_back(info);
  }
  std::vector<CodeRange> functions;
  for (const CodeRange &range : code.functions)
    if (table.moduleOf(range.low) == id)
      functions.push_back(
          {table.fileAddress(range.low),
           table.fileAddress(range.low) + range.high - range.low});
  uint64_t end = 0;
  for (const ModuleCode::Segment &segment : module.segments)
    end = std::max(end, segment.address + segment.bytes.size());
  PatchOptions options;
  options.trampolineBase = (end / 65536 + 2) * 65536;
  DetailedHooks emitter(infos);
  auto patched = patchModule(module, functions, sites, emitter, options);
  if (!patched)
    return patched.takeError();
  auto findings = verifyPatches(module, functions, sites, *patched);
  if (!findings)
    return findings.takeError();
  for (const PatchFinding &finding : llvm::ArrayRef(*findings).take_front(5))
    complain(finding.text);
  outs() << sites.size() << " hooks, " << patched->patches.size()
         << " patches, " << patched->movedCalls << " moved calls, "
         << findings->size() << " findings\n";
  return llvm::Error::success();
}

llvm::Error InstructionSuite::run() {
  if (llvm::Error error = readModules())
    return error;
  if (onlyTurns)
    return recordInTurns();
  for (size_t i = 0; i < table.modules.size(); ++i)
    if (llvm::Error error = verify(ModuleId(i)))
      return error;
  for (bool trapsOnly : {false, true}) {
    if (llvm::Error error = recordBoth(trapsOnly))
      return error;
    if (hasThreads())
      return recordInTurns();
  }
  if (llvm::Error error = recordBySteps())
    return error;
  return withTurns ? recordInTurns() : llvm::Error::success();
}

} // namespace

int main(int count, char **values) {
  return checkProgram(
      "instruction-conformance", count, values,
      [](const Subject &subject) { return passes(InstructionSuite(subject)); });
}
