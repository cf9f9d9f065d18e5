// Lists the mutants of a case, and runs some of them, for rebuild.py.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: mutants CASE [NUMBER...]
//
// A mutant is the program with one small change of its source. CASE is a case
// directory in which `pinstripe mutate` has run mutants. Prints a line of JSON
// with what a run of the case starts with and what the recorded run did, and
// then one line for each mutant that was run: the changed text, and what the
// case has stored about it. With numbers, which are those of the list, runs
// only these mutants again, in the way of `mutate`, and prints what each did.

#include "Change/OutputEffect.h"
#include "KindNames.h"
#include "Mutate/JudgedRuns.h"
#include "Mutate/MutantFactory.h"
#include "Mutate/StoredMutants.h"
#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Case/LiveRunner.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace pinstripe;

namespace {

/// A mutation that `mutate` has tried, and what the case has stored about it.
struct ListedMutant {
  Mutation mutation;
  const StoredMutant *stored = nullptr;
};

using MutantKey = std::pair<uint64_t, uint64_t>;

/// The mutants of one case.
class Mutants {
public:
  Mutants(const OpenCase &open, const std::atomic<bool> &stop)
      : runnable{*open.recorded, *open.runner, stop} {}

  llvm::Error prepare();
  void describeCase() const;
  void describeAll() const;
  llvm::Error run(const std::set<size_t> &chosen);

private:
  llvm::Error list();
  llvm::Error run(const MutantBatch &batch, LiveRunner &liveRunner,
                  const LaunchSpec &launch);

  RunnableCase runnable;
  std::optional<std::string> expected;
  std::unique_ptr<StoredMutants> stored;
  std::optional<SourceFinder> finder;
  std::unique_ptr<MutationSources> sources;
  std::vector<ListedMutant> listed;
  /// Maps the key that the case has for a mutant to the mutant's number in the
  /// list.
  std::map<MutantKey, size_t> numbers;
};

/// Describes how a run has ended, in a form that rebuild.py can compare with
/// the ending of a process.
llvm::json::Object endingOf(const RunResult &result) {
  llvm::json::Object ending;
  if (const auto *exited = std::get_if<Exited>(&result.ending))
    ending["status"] = exited->status;
  else if (const auto *crashed = std::get_if<Crashed>(&result.ending))
    ending["signal"] = crashed->signal;
  ending["text"] = describeEnding(result.ending);
  // The output may contain any bytes, which a string in JSON can't hold.
  ending["output"] = llvm::encodeBase64(result.standardOutput);
  return ending;
}

void print(llvm::json::Object object) {
  llvm::outs() << llvm::json::Value(std::move(object)) << "\n";
}

} // namespace

llvm::Error Mutants::prepare() {
  const RecordedCase &recorded = runnable.recorded;
  expected = ResultDocuments(recorded.directory).expectedOutput();
  auto opened = StoredMutants::open(
      recorded, mutantConditions(recorded, runnable.runner, expected, {}),
      /*fresh=*/false, {});
  if (!opened)
    return opened.takeError();
  stored = std::move(*opened);
  llvm::Expected<SourceFinder> made = createSourceFinder({});
  if (!made)
    return made.takeError();
  finder.emplace(std::move(*made));
  ModelOptions model;
  model.compilationDatabase = recorded.theCase.compilationDatabase;
  model.sources = &*finder;
  if (llvm::Error error =
          readMutationSources(recorded.table, model).moveInto(sources))
    return error;
  return list();
}

/// Lists those mutations of executed statements that were run. They are in the
/// order of the sources, so they have the same numbers each time.
llvm::Error Mutants::list() {
  const RecordedCase &recorded = runnable.recorded;
  Suspicions equal(recorded.table.units.size(), 1);
  MutationPlan plan(recorded.table, recorded.trace, sources->units(), equal,
                    [](const Mutation &) { return true; });
  llvm::Error failure = llvm::Error::success();
  auto open = [&](size_t index,
                  llvm::function_ref<void(MutationSource &)> use) {
    auto source = sources->open(index);
    if (source)
      use(**source);
    else
      failure = llvm::joinErrors(std::move(failure), source.takeError());
    return !failure;
  };
  // The plan returns no batch, since each mutation counts as tried.
  while (plan.next(open))
    continue;
  for (const TriedFunction &function : plan.takeTried())
    for (const auto &[mutation, unit] : function.mutations) {
      const StoredMutant *found = stored->find(mutation);
      // A function in a header is listed for each source that includes it. So
      // each mutation is added only once.
      if (found && found->effect &&
          numbers.emplace(found->key, listed.size()).second)
        listed.push_back({mutation, found});
    }
  return failure;
}

void Mutants::describeCase() const {
  const RecordedCase &recorded = runnable.recorded;
  const LaunchSpec &launch = recorded.launch;
  llvm::json::Array units;
  for (const MutationUnit &unit : sources->units())
    units.push_back(unit.path);
  llvm::json::Object object = endingOf(recorded.observation);
  object["program"] = launch.program;
  object["argument0"] = launch.argument0;
  object["arguments"] = launch.arguments;
  object["environment"] = launch.environment;
  object["standard_input"] = launch.standardInput;
  object["units"] = std::move(units);
  object["mutants"] = listed.size();
  print(std::move(object));
}

void Mutants::describeAll() const {
  for (size_t i = 0; i != listed.size(); ++i) {
    const Mutation &mutation = listed[i].mutation;
    print(llvm::json::Object{{"number", i},
                             {"operator", mutationOperatorName(mutation.kind)},
                             {"file", mutation.file},
                             {"line", mutation.changedLine},
                             {"statement", std::to_string(mutation.line) + ":" +
                                               std::to_string(mutation.column)},
                             {"function", mutation.function},
                             {"before", llvm::json::fixUTF8(mutation.before)},
                             {"after", llvm::json::fixUTF8(mutation.after)},
                             {"inserted", mutation.isInsertion},
                             {"in_macro", mutation.isInMacro},
                             {"effect", nameOf(*listed[i].stored->effect)},
                             {"right", listed[i].stored->right}});
  }
}

llvm::Error Mutants::run(const std::set<size_t> &chosen) {
  const RecordedCase &recorded = runnable.recorded;
  std::set<MutantKey> keys;
  for (size_t number : chosen)
    if (number < listed.size())
      keys.insert(listed[number].stored->key);
  Suspicions equal(recorded.table.units.size(), 1);
  MutationPlan plan(recorded.table, recorded.trace, sources->units(), equal,
                    [&](const Mutation &mutation) {
                      return !keys.count(StoredMutants::keyOf(mutation));
                    });
  MutantFactory factory(recorded.table, *sources, plan);
  LaunchSpec launch = partialLaunch(recorded, runnable.runner);
  limitProcessor(launch, recorded.observation, recorded.limits);
  LaneOptions oneLane;
  oneLane.lanes = 1;
  LiveRunner liveRunner(runnable, launch, oneLane);
  while (std::optional<MutantBatch> batch = factory.next([] { return false; }))
    if (llvm::Error error = run(*batch, liveRunner, launch))
      return error;
  return llvm::Error::success();
}

llvm::Error Mutants::run(const MutantBatch &batch, LiveRunner &liveRunner,
                         const LaunchSpec &launch) {
  llvm::Expected<std::vector<UnlinkedFunction>> unlinked =
      liveRunner.exchange(batch.code);
  if (!unlinked)
    return unlinked.takeError();
  std::vector<LiveRun> runs;
  std::vector<size_t> numbersOfRuns;
  for (const Mutant &mutant : batch.mutants) {
    const MutantBatch::Function &function = batch.functions[mutant.function];
    // The function can't be exchanged in this source. The program may execute
    // the copy of another source.
    if (llvm::any_of(*unlinked, [&](const UnlinkedFunction &each) {
          return each.unit == function.unit && each.function == function.index;
        }))
      continue;
    LiveChange change;
    change.kind = LiveChange::Kind::Mutate;
    change.mutation = mutant.number;
    runs.push_back({{change}, function.start});
    numbersOfRuns.push_back(numbers.at(StoredMutants::keyOf(mutant.mutation)));
  }
  OutputEffect effect(expected, runnable.recorded.observation);
  Stopwatch stopwatch;
  double before = 0;
  return liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        // The time includes repetitions of a run, which are made if it hangs.
        double now = stopwatch.seconds();
        llvm::json::Object object = endingOf(result);
        object["number"] = numbersOfRuns[place];
        object["effect"] = nameOf(effect.of(result));
        object["right"] = effect.rightBytes(result);
        object["seconds"] = now - std::exchange(before, now);
        object["processor_seconds"] = result.processorSeconds;
        print(std::move(object));
      },
      [](size_t) {});
}

static llvm::Error work(llvm::ArrayRef<char *> arguments) {
  RecordOptions options;
  options.caseDirectory = arguments.front();
  std::set<size_t> chosen;
  for (llvm::StringRef text : arguments.drop_front()) {
    size_t number;
    if (text.getAsInteger(10, number))
      return llvm::make_error<UsageError>(text.str() + " is not a number");
    chosen.insert(number);
  }
  llvm::Expected<OpenCase> open = openCase({}, options);
  if (!open)
    return open.takeError();
  std::atomic<bool> stop = false;
  Mutants mutants(*open, stop);
  if (llvm::Error error = mutants.prepare())
    return error;
  if (!chosen.empty())
    return mutants.run(chosen);
  mutants.describeCase();
  mutants.describeAll();
  return llvm::Error::success();
}

int main(int count, char **values) {
  if (count < 2) {
    llvm::errs() << "usage: mutants CASE [NUMBER...]\n";
    return 2;
  }
  llvm::Error error = work(llvm::ArrayRef(values, count).drop_front());
  if (!error)
    return 0;
  llvm::errs() << "mutants: error: " << llvm::toString(std::move(error))
               << "\n";
  return 1;
}
