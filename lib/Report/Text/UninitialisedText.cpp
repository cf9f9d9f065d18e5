// Says where a run used memory that nothing had set.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/UninitialisedText.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

using Kind = UninitialisedUse::Kind;

static std::string placeOfLine(const UnitTable &table, SourceLine line) {
  return placeOf(table, {line.file, line.number});
}

static std::string whatIsUsed(const UninitialisedUse &use) {
  switch (use.kind) {
  case Kind::Variable:
    return "reads `" + use.variable + "`, which nothing has set";
  case Kind::Stack:
    return "reads memory on the stack that nothing has set";
  case Kind::Heap:
    return "reads heap memory that nothing has set";
  case Kind::FreedHeap:
    return "uses heap memory that was freed";
  case Kind::MissingReturn:
    return "ends without `return`, and its result is used";
  }
  llvm_unreachable("all kinds are handled");
}

static llvm::StringRef nameOfOrigin(Kind kind) {
  switch (kind) {
  case Kind::Variable:
    return "declared at ";
  case Kind::MissingReturn:
    return "called at ";
  case Kind::Heap:
    return "allocated at ";
  case Kind::FreedHeap:
    return "freed at ";
  case Kind::Stack:
    break;
  }
  return "at ";
}

std::string pinstripe::describe(const UnitTable &table,
                                const UninitialisedUse &use) {
  std::string text = whatIsUsed(use);
  if (use.origin)
    text += " (" + nameOfOrigin(use.kind).str() +
            placeOfLine(table, *use.origin) + ")";
  if (use.instances > 1)
    text += ", " + std::to_string(use.instances) + " times";
  return text;
}

/// Returns the headline for the list of uses of uninitialised or freed memory.
static std::string headlineOf(const RunHeader &run) {
  const std::vector<UninitialisedUse> &uses = run.uninitialised->uses;
  auto areAll = [&](Kind kind) {
    return !uses.empty() && llvm::all_of(uses, [&](const auto &use) {
      return use.kind == kind;
    });
  };
  bool isStale = run.theCase.poison == "stale";
  if (areAll(Kind::MissingReturn))
    return "a function that has a result ended without `return`:";
  if (areAll(Kind::FreedHeap) && !isStale)
    return "the program uses memory that it has freed:";
  return std::string(run.crash ? "the crash" : "the output") +
         " depends on memory that nothing has set" +
         (isStale ? "; all runs leave such memory as it is (--poison stale):"
                  : ":");
}

std::string pinstripe::describeUninitialised(const RunHeader &run) {
  constexpr size_t maxListed = 5;
  if (!run.uninitialised)
    return "";
  std::string text = headlineOf(run);
  llvm::ArrayRef<UninitialisedUse> uses = run.uninitialised->uses;
  for (const UninitialisedUse &use : uses.take_front(maxListed))
    text += "\n  " + placeOfLine(run.table, use.line) + " " +
            run.table.displayName(run.table.function(use.function)) + "  " +
            describe(run.table, use);
  if (uses.size() > maxListed)
    text += "\n  and " + std::to_string(uses.size() - maxListed) + " more";
  if (!run.uninitialised->omitted.empty())
    text += "\n  where it is read is not known: " + run.uninitialised->omitted;
  return text;
}
