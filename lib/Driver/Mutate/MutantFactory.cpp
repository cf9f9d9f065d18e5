// Compiles mutants on a thread of its own, while other mutants are run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one mutation.

#include "Mutate/MutantFactory.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The interval at which a thread that waits for a batch checks whether the
/// search is over.
static constexpr std::chrono::milliseconds lookInterval{20};

MutantFactory::MutantFactory(const UnitTable &table, MutationSources &sources,
                             MutationPlan &plan)
    : table(table), sources(sources), plan(plan), thread([this] { work(); }) {}

MutantFactory::~MutantFactory() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isClosing = true;
  }
  changed.notify_all();
  thread.join();
}

void MutantFactory::noteUnmutated(UnmutatedCode code) {
  std::lock_guard<std::mutex> lock(mutex);
  unmutated.push_back(std::move(code));
}

std::vector<UnmutatedCode> MutantFactory::takeUnmutated() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::exchange(unmutated, {});
}

std::vector<TriedFunction> MutantFactory::takeTried() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::exchange(tried, {});
}

/// Returns the parsed source number `index`; null if it can't be parsed.
MutationSource *MutantFactory::open(size_t index) {
  auto found = llvm::find_if(
      opened, [&](const auto &each) { return each.first == index; });
  if (found != opened.end()) {
    std::rotate(found, found + 1, opened.end());
    return opened.back().second.get();
  }
  llvm::Expected<std::unique_ptr<MutationSource>> source =
      sources.open(index, &isClosing);
  if (!source && isClosing) {
    llvm::consumeError(source.takeError());
    return nullptr;
  }
  if (!source) {
    for (const std::string &file : sources.units()[index].files)
      missing.insert(file);
    noteUnmutated({"", sources.units()[index].path, 0,
                   llvm::toString(source.takeError())});
    return nullptr;
  }
  if (opened.size() == maxOpen)
    opened.pop_front();
  opened.emplace_back(index, std::move(*source));
  return opened.back().second.get();
}

bool MutantFactory::withSource(size_t index,
                               llvm::function_ref<void(MutationSource &)> use) {
  MutationSource *source = open(index);
  if (source)
    use(*source);
  return source != nullptr;
}

void MutantFactory::countRejected(const PlannedBatch &planned) {
  for (const auto &mutations : planned.mutations)
    rejectedCount += mutations.size();
}

std::optional<MutantBatch> MutantFactory::compile(const PlannedBatch &planned) {
  MutationSource *source = open(planned.source);
  if (!source) {
    countRejected(planned);
    return std::nullopt;
  }
  std::vector<MutationSource::Wish> wishes;
  for (size_t i = 0; i != planned.functions.size(); ++i) {
    MutationSource::Wish &wish = wishes.emplace_back();
    wish.function = planned.functions[i]->index;
    for (const PlannedMutation &mutation : planned.mutations[i])
      wish.mutations.push_back(mutation.number);
  }
  constexpr uint32_t firstNumber = 1;
  llvm::Expected<MutationSource::Compiled> compiled =
      source->compile(wishes, firstNumber, &isClosing);
  if (!compiled) {
    noteUnmutated(
        {"", source->path(), 0, llvm::toString(compiled.takeError())});
    countRejected(planned);
    return std::nullopt;
  }
  for (const auto &[wish, reason] : compiled->refused) {
    const MutableFunction &function = planned.functions[wish]->function;
    noteUnmutated({function.name, function.file, function.firstLine, reason});
  }
  if (compiled->unit.functions.empty()) {
    countRejected(planned);
    return std::nullopt;
  }
  MutantBatch batch;
  for (size_t i = 0; i != compiled->unit.functions.size(); ++i) {
    size_t wish = compiled->wishes[i];
    const PlannedFunction &function = *planned.functions[wish];
    uint32_t number = compiled->unit.functions[i].firstNumber;
    MutantBatch::Function &made = batch.functions.emplace_back();
    made.source = function.function;
    made.start = function.start;
    made.number = number;
    made.index = i;
    for (size_t listed : compiled->numbered[i]) {
      auto found = llvm::find_if(
          planned.mutations[wish],
          [&](const PlannedMutation &each) { return each.number == listed; });
      assert(found != planned.mutations[wish].end() && "not asked for");
      batch.mutants.push_back(
          {function.listed[listed], found->unit, i, ++number});
    }
    for (const PlannedMutation &each : planned.mutations[wish])
      if (!llvm::is_contained(compiled->numbered[i], each.number))
        batch.rejected.push_back(function.listed[each.number]);
  }
  size_t asked = 0;
  for (const auto &mutations : planned.mutations)
    asked += mutations.size();
  rejectedCount += asked - batch.mutants.size();
  auto code = std::make_shared<RecompiledCode>();
  code->units.push_back(std::move(compiled->unit));
  batch.code = std::move(code);
  return batch;
}

/// Reports the executed functions that can't be mutated because no opened
/// source contains them in a form that can be changed. Leaves out functions of
/// sources that could not be opened: each of these sources was already reported
/// as a whole.
void MutantFactory::nameUncovered() {
  for (FunctionId id : plan.uncovered()) {
    const TracedFunction &function = table.function(id);
    std::string file = table.file(function.range.file);
    if (missing.count(file) == 0)
      noteUnmutated({function.name, file, function.range.line,
                     "it is written in a form that can't be changed (by a "
                     "macro, constexpr, with a `try` as its body), or clang "
                     "finds an error in it (see -p)"});
  }
}

void MutantFactory::work() {
  auto use = [this](size_t index,
                    llvm::function_ref<void(MutationSource &)> call) {
    return withSource(index, call);
  };
  while (!isClosing) {
    std::optional<PlannedBatch> planned = plan.next(use);
    listedCount = plan.listed();
    for (UnmutatedCode &function : plan.takeRefused())
      noteUnmutated(std::move(function));
    {
      std::lock_guard<std::mutex> lock(mutex);
      for (TriedFunction &function : plan.takeTried())
        tried.push_back(std::move(function));
    }
    if (!planned)
      break;
    std::optional<MutantBatch> batch = compile(*planned);
    if (!batch)
      continue;
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return isClosing || ready.size() < maxAhead; });
    ready.push_back(std::move(*batch));
    changed.notify_all();
  }
  if (!isClosing)
    nameUncovered();
  std::lock_guard<std::mutex> lock(mutex);
  isDone = true;
  changed.notify_all();
}

std::optional<MutantBatch>
MutantFactory::next(llvm::function_ref<bool()> isOver) {
  std::unique_lock<std::mutex> lock(mutex);
  auto hasNews = [&] { return isDone || !ready.empty(); };
  while (!changed.wait_for(lock, lookInterval, hasNews))
    if (isOver())
      return std::nullopt;
  if (ready.empty())
    return std::nullopt;
  MutantBatch batch = std::move(ready.front());
  ready.pop_front();
  changed.notify_all();
  return batch;
}
