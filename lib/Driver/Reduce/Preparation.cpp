// Makes the runs that a reduction needs before its first test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These runs show where skipped statements would have stored, which poisons can
// be used, and on what the output depends. A poison is a pattern for unset
// memory.

#include "Reduce/Preparation.h"
#include "Slice/DetailedRun.h"
#include "pinstripe/Analysis/StoreRecorder.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// The largest number of recorded stores whose addresses are only known during
/// a run. A table of so many stores takes 40 MB each time an engine starts the
/// program, and up to 40 MB more for stores to long ranges.
static constexpr size_t maxStores = size_t(1) << 21;

static llvm::Expected<std::shared_ptr<const ComputedStores>>
recordComputedStores(const RunnableCase &runnable,
                     const DependenceOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<DataCode> code = DataCode::read(recorded.table);
  if (!code)
    return code.takeError();
  std::optional<StoreRecorder> recorder;
  auto newRecorder = [&]() -> ExecutionObserver & {
    return recorder.emplace(recorded.table, *code, recorded.trace, maxStores);
  };
  llvm::Expected<Recording> again =
      recordInDetail(runnable, *code, newRecorder, options);
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkSameRun(runnable, *again))
    return error;
  auto stores = recorder->take();
  if (!stores)
    return llvm::make_error<TargetError>("the run writes to too many places");
  return stores;
}

llvm::Expected<std::shared_ptr<const ComputedStores>>
pinstripe::findComputedStores(const RunnableCase &runnable,
                              const LaunchSpec &launch,
                              const std::function<void(llvm::StringRef)> &say) {
  if (launch.flow != Flow::Guarded || launch.poison == Poison::Stale)
    return nullptr;
  DependenceOptions options;
  options.say = say;
  auto stores = recordComputedStores(runnable, options);
  if (stores || stores.errorIsA<InterruptedError>())
    return stores;
  std::string reason = llvm::toString(stores.takeError());
  if (say)
    say("note: what skipped statements would have written to the heap and to "
        "elements of arrays is left as it is: " +
        reason);
  return nullptr;
}

llvm::Expected<OtherPoisons>
pinstripe::findOtherPoisons(const RecordedCase &recorded,
                            const LaunchSpec &launch, PoisonCheck &check,
                            const std::function<void(llvm::StringRef)> &say) {
  OtherPoisons others;
  if (launch.poison == Poison::Stale)
    return others;
  EventSet all(recorded.trace.size(), true);
  std::vector<uint64_t> decisions;
  auto runWith = [&](const LaunchSpec &spec) -> llvm::Expected<bool> {
    llvm::Expected<PoisonCheck::Run> run = check.run(spec, all);
    if (!run)
      return run.takeError();
    decisions.push_back(run->decisions);
    return run->outcome == Outcome::Fail;
  };
  for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Large}) {
    if (poison == launch.poison)
      continue;
    LaunchSpec other = withPoison(launch, poison);
    llvm::Expected<bool> reproduces = runWith(other);
    if (!reproduces)
      return reproduces.takeError();
    if (*reproduces) {
      others.launches.push_back(std::move(other));
      continue;
    }
    decisions.pop_back();
    if (say)
      say("warning: " + launch.argument0 + ": with --poison " +
          poisonName(poison).str() +
          " the whole run makes another output, so something is read before "
          "it is written; going on without");
  }
  if (others.launches.empty() || launch.flow != Flow::Guarded)
    return others;
  if (llvm::Error error = runWith(launch).takeError())
    return error;
  others.decideAlike = llvm::all_equal(decisions);
  if (!others.decideAlike && say)
    say("note: " + launch.argument0 +
        ": even the whole run compares values that nothing has set, or that "
        "differ in each run, such as the time; so comparisons that come out "
        "right by accident are not found");
  return others;
}

/// The largest number of events of a run that is recorded step by step to make
/// a slice. The stepping can't be interrupted, so it must not take long. For a
/// run of this size it takes less time than one test by the LLDB engine.
static constexpr size_t maxQuicklyStepped = size_t(1) << 16;

std::optional<OutputDependences>
pinstripe::findOutputDependences(const RunnableCase &runnable,
                                 const PredicateSpec &predicate) {
  if (recordsByStepping(runnable.runner) &&
      runnable.recorded.trace.size() > maxQuicklyStepped)
    return std::nullopt;
  auto output = recordOutputDependences(runnable, predicate, {});
  if (output)
    return std::move(*output);
  // The error is ignored: without dependences, the reduction only takes more
  // tests.
  llvm::consumeError(output.takeError());
  return std::nullopt;
}

EventSet pinstripe::sliceAsCandidate(const OutputDependences &output,
                                     Flow flow) {
  return output.slice(flow == Flow::Guarded ? SliceKind::Full
                                            : SliceKind::DataAndAddress);
}
