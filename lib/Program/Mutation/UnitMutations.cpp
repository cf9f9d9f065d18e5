// Lists and compiles the mutations of one compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/UnitMutations.h"

#include "Mutation/FunctionCompiler.h"
#include "Mutation/MutatedText.h"
#include "pinstripe/Support/Error.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

namespace {

/// Compiles the mutations for which the caller has asked. If the compiler
/// rejects some mutations, compiles again without them.
class UnitCompilation {
public:
  using Wish = MutationSource::Wish;
  using Compiled = MutationSource::Compiled;

  /// A function that the caller wants to have compiled. `mutations` are its
  /// mutations, except for those that the compiler has rejected.
  struct Part {
    size_t wish = 0, function = 0;
    const FunctionSource *source = nullptr;
    const ListedFunction *listed = nullptr;
    std::vector<size_t> mutations;
    std::set<size_t> *rejected = nullptr;
    MutatedText text = {};
    uint32_t firstNumber = 0;
  };

  UnitCompilation(ParsedUnit &unit, uint32_t firstNumber,
                  const std::atomic<bool> *stop)
      : unit(unit), firstNumber(firstNumber), stop(stop) {}

  void add(Part part) { parts.push_back(std::move(part)); }
  llvm::Expected<Compiled> run();

private:
  CompiledText compileOnce();
  void dropRejected(const CompiledText &result);
  void refuse(const std::set<size_t> &indices, llvm::StringRef reason);
  void describe(CompiledText result);

  ParsedUnit &unit;
  uint32_t firstNumber;
  const std::atomic<bool> *stop;
  std::vector<Part> parts;
  bool isWhole = false;
  Compiled compiled;
};

CompiledText UnitCompilation::compileOnce() {
  uint32_t number = firstNumber;
  std::vector<ChangedFunction> functions;
  for (Part &part : parts) {
    part.firstNumber = number;
    part.text = writeMutations(unit, *part.source, *part.listed, part.mutations,
                               number);
    number += 1 + part.text.numbered.size();
    // Only the instances of a template have code, and clang makes instances
    // only if it reads the whole compilation unit. So a changed template needs
    // the whole unit.
    isWhole |= part.source->declaration->isTemplated();
  }
  for (const Part &part : parts)
    functions.push_back({part.source, part.text.text});
  return compileFunctions(unit, functions, isWhole, stop);
}

void UnitCompilation::refuse(const std::set<size_t> &indices,
                             llvm::StringRef reason) {
  std::vector<Part> left;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (indices.count(i))
      compiled.refused.push_back({parts[i].wish, reason.str()});
    else
      left.push_back(std::move(parts[i]));
  }
  parts = std::move(left);
}

/// Drops each mutation in whose text the compiler has found an error. Refuses a
/// function if the compiler has found an error outside of its mutations, and
/// none of its mutations was dropped.
void UnitCompilation::dropRejected(const CompiledText &result) {
  std::map<size_t, std::string> broken;
  std::vector<std::set<size_t>> dropped(parts.size());
  for (const TextError &error : result.errors) {
    const MutatedText &text = parts[error.function].text;
    auto alternative = llvm::find_if(
        text.alternatives, [&](const MutatedText::Alternative &each) {
          return each.begin <= error.offset && error.offset <= each.end;
        });
    if (alternative == text.alternatives.end())
      broken.try_emplace(error.function, error.message);
    else
      dropped[error.function].insert(alternative->change);
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i].rejected->insert(dropped[i].begin(), dropped[i].end());
    llvm::erase_if(parts[i].mutations,
                   [&](size_t mutation) { return dropped[i].count(mutation); });
    // An error outside of all mutations may be only a consequence of a mutation
    // that has just been dropped. So a function with dropped mutations is not
    // refused but tried again.
    if (!dropped[i].empty())
      broken.erase(i);
  }
  // Each refusal removes a function from the list, and so changes the indices
  // of the functions after it. So the last functions are refused first.
  for (auto it = broken.rbegin(); it != broken.rend(); ++it)
    refuse({it->first}, "clang can't compile the changed text: " + it->second);
}

void UnitCompilation::describe(CompiledText result) {
  std::set<size_t> missing;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (result.symbols[i].empty()) {
      missing.insert(i);
      continue;
    }
    RecompiledFunction function;
    function.name = parts[i].source->name;
    function.symbols = std::move(result.symbols[i]);
    function.firstNumber = parts[i].firstNumber;
    function.endNumber =
        function.firstNumber + 1 + uint32_t(parts[i].text.numbered.size());
    compiled.unit.functions.push_back(std::move(function));
    compiled.wishes.push_back(parts[i].wish);
    compiled.numbered.push_back(std::move(parts[i].text.numbered));
  }
  refuse(missing, "the unit makes no code of it");
  compiled.unit.object = std::move(result.object);
}

llvm::Expected<MutationSource::Compiled> UnitCompilation::run() {
  constexpr unsigned maxRounds = 12;
  for (unsigned round = 0;
       round < maxRounds && !parts.empty() && !(stop && stop->load());
       ++round) {
    CompiledText result = compileOnce();
    if (stop && stop->load())
      break;
    if (!result.errors.empty()) {
      dropRejected(result);
      continue;
    }
    if (!result.otherError.empty()) {
      if (isWhole)
        return llvm::make_error<TargetError>("clang can't compile " +
                                             unit.command.arguments.back() +
                                             " again: " + result.otherError);
      isWhole = true;
      continue;
    }
    bool isMissing = llvm::any_of(
        result.symbols, [](const auto &symbols) { return symbols.empty(); });
    if (isMissing && !isWhole) {
      isWhole = true;
      continue;
    }
    describe(std::move(result));
    return std::move(compiled);
  }
  std::set<size_t> all;
  for (size_t i = 0; i < parts.size(); ++i)
    all.insert(i);
  refuse(all, "clang rejects too many of its mutations");
  return std::move(compiled);
}

} // namespace

UnitMutations::UnitMutations(std::unique_ptr<ParsedUnit> given,
                             std::string module, std::string path)
    : parsed(std::move(given)), module(std::move(module)),
      mainFile(std::move(path)) {
  for (const FunctionSource &function : parsed->functions) {
    SourceExtent extent = function.extent;
    uint32_t last = extent.end.line;
    bool isOfUnit =
        function.declaration->getFormalLinkage() == clang::Linkage::Internal;
    described.push_back({function.name, std::move(extent.file),
                         extent.begin.line, last, extent.begin.column,
                         isOfUnit});
  }
}

UnitMutations::~UnitMutations() {
  // Destructors walk the syntax tree recursively, so a deep tree is destroyed
  // on a large stack. If such a stack can't be made, the tree is not freed.
  bool isDone = onDeepStack([&] {
    lists.clear();
    parsed.reset();
  });
  if (!isDone)
    (void)parsed.release();
}

const ListedFunction &UnitMutations::listed(size_t function) {
  auto [found, isNew] = lists.try_emplace(function);
  if (isNew) {
    if (!names)
      names = std::make_unique<UnitNames>(*parsed);
    found->second = listChanges(*parsed, parsed->functions[function], *names);
  }
  return found->second;
}

llvm::Expected<std::vector<Mutation>>
UnitMutations::mutationsOf(size_t function) {
  assert(function < described.size() && "no such function");
  std::vector<Mutation> mutations;
  bool isDone = onDeepStack([&] {
    mutations =
        describeChanges(*parsed, parsed->functions[function], listed(function));
  });
  if (!isDone)
    return llvm::make_error<TargetError>(
        "clang crashes while its mutations are listed");
  return mutations;
}

llvm::Expected<MutationSource::Compiled>
UnitMutations::compile(llvm::ArrayRef<Wish> wishes, uint32_t firstNumber,
                       const std::atomic<bool> *stop) {
  assert(firstNumber != 0 && "0 means that no function is exchanged");
  std::optional<llvm::Expected<Compiled>> result;
  bool isDone = onDeepStack([&] {
    UnitCompilation compilation(*parsed, firstNumber, stop);
    for (size_t i = 0; i < wishes.size(); ++i) {
      UnitCompilation::Part part;
      part.wish = i;
      part.function = wishes[i].function;
      part.source = &parsed->functions[part.function];
      part.listed = &listed(part.function);
      part.rejected = &rejected[part.function];
      std::set<size_t> seen;
      for (size_t mutation : wishes[i].mutations)
        if (mutation < part.listed->changes.size() &&
            !part.rejected->count(mutation) && seen.insert(mutation).second)
          part.mutations.push_back(mutation);
      compilation.add(std::move(part));
    }
    result.emplace(compilation.run());
  });
  if (!isDone)
    return llvm::make_error<TargetError>(
        "clang crashes while it compiles mutations of " + mainFile);
  if (*result) {
    (*result)->unit.module = module;
    (*result)->unit.source = mainFile;
  }
  return std::move(*result);
}

} // namespace pinstripe
