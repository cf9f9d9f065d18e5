// Prints how the native engine patches a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/PatchListing.h"
#include "UnitNames.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Hexadecimal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <array>

using namespace pinstripe;

static std::string bytesOf(llvm::ArrayRef<uint8_t> bytes) {
  std::vector<std::string> texts;
  for (uint8_t byte : bytes)
    texts.push_back(llvm::toHex(llvm::ArrayRef(byte), /*LowerCase=*/true));
  return llvm::join(texts, " ");
}

static double percent(size_t part, size_t whole) {
  return whole == 0
             ? 0
             : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

namespace {

/// Prints at which places the native engine patches one module (the program or
/// a library), and how the patches change the code there.
class PatchPrinter {
public:
  PatchPrinter(const UnitTable &table, const PatchSummary &preview,
               TextStyle style, llvm::raw_ostream &stream)
      : table(table), preview(preview), patched(preview.patched), style(style),
        stream(stream) {}

  void printFunction(FunctionId id);
  void printSummary();
  void printFindings();

private:
  uint64_t tableAddress(uint64_t fileAddress) const {
    return fileAddress + table.module(preview.module).base;
  }
  std::string role(uint64_t fileAddress, FunctionId id) const;
  const MovedRun *runOf(uint64_t fileAddress) const;
  const Patch *patchAt(uint64_t fileAddress) const;
  void printHook(const HookSite &site, const HookPlace &place, FunctionId id);
  void printChange(const Patch &patch);
  void heading(llvm::StringRef text) { writeHeading(stream, style, text); }

  const UnitTable &table;
  const PatchSummary &preview;
  const PatchedModule &patched;
  TextStyle style;
  llvm::raw_ostream &stream;
};

} // namespace

/// Returns words for what begins at the address of a hook (code that the native
/// engine inserts), separated by commas. A statement is given by line and
/// column, such as "13:5". "entry" is the beginning of the function, "body" the
/// end of its prologue, and "exit" the beginning of its epilogue.
std::string PatchPrinter::role(uint64_t fileAddress, FunctionId id) const {
  const TracedFunction &function = table.function(id);
  uint64_t address = tableAddress(fileAddress);
  std::vector<std::string> words;
  if (address == function.low)
    words.push_back("entry");
  if (address == function.bodyStart)
    words.push_back("body");
  if (auto entry = table.entryAt(address)) {
    const SourceRange &range = table.unitOf(*entry).range;
    words.push_back(std::to_string(range.line) + ":" +
                    std::to_string(range.column));
  }
  if (function.canReturn() && address == function.exit)
    words.push_back("exit");
  return llvm::join(words, ", ");
}

/// Returns the group of instructions (MovedRun) that was moved to make room for
/// a hook (inserted code) at the given address; null if no group was moved.
/// This is the first group that ends after the address. The group may also
/// begin after the address, since an `endbr64` there is not moved.
const MovedRun *PatchPrinter::runOf(uint64_t fileAddress) const {
  auto found = llvm::partition_point(patched.runs, [&](const MovedRun &run) {
    return run.end <= fileAddress;
  });
  return found == patched.runs.end() ? nullptr : &*found;
}

const Patch *PatchPrinter::patchAt(uint64_t fileAddress) const {
  auto found = llvm::lower_bound(
      patched.patches, fileAddress,
      [](const Patch &patch, uint64_t value) { return patch.address < value; });
  return found != patched.patches.end() && found->address == fileAddress
             ? &*found
             : nullptr;
}

void PatchPrinter::printChange(const Patch &patch) {
  stream << hexadecimal(patch.address) << ": " << bytesOf(patch.original)
         << " -> " << bytesOf(patch.replacement);
}

void PatchPrinter::printHook(const HookSite &site, const HookPlace &place,
                             FunctionId id) {
  stream << llvm::format("  %-10s %-16s ", hexadecimal(site.address).c_str(),
                         role(site.address, id).c_str());
  const MovedRun *run = runOf(site.address);
  const Patch *patch = run ? patchAt(run->begin) : nullptr;
  bool isFirst = run && (place.start == run->trampoline);
  if (!patch) {
    stream << "nothing leads here\n";
    return;
  }
  if (!isFirst) {
    stream << "in line    ";
    writeStyled(stream, style, Emphasis::Dim,
                "in the run from " + hexadecimal(run->begin) + ", at " +
                    hexadecimal(place.start));
    stream << '\n';
    return;
  }
  stream << llvm::format("%-10s ", patchKindName(patch->kind).str().c_str());
  printChange(*patch);
  if (patch->kind == Patch::Kind::ShortJump)
    if (const Patch *island = patchAt(patch->target)) {
      stream << ", island ";
      printChange(*island);
    }
  writeStyled(stream, style, Emphasis::Dim,
              "  moved up to " + hexadecimal(run->end) + ", at " +
                  hexadecimal(place.start));
  stream << '\n';
}

void PatchPrinter::printFunction(FunctionId id) {
  const TracedFunction &function = table.function(id);
  std::string title = function.name;
  if (function.range.line != 0)
    title += "  " + placeOf(table, function.range);
  uint64_t low = table.fileAddress(function.low);
  uint64_t high = table.fileAddress(function.high);
  heading(title + "  [" + hexadecimal(low) + ", " + hexadecimal(high) + ")");
  for (size_t i = 0; i < preview.sites.size(); ++i)
    if (preview.sites[i].address >= low && preview.sites[i].address < high)
      printHook(preview.sites[i], patched.hooks[i], id);
}

void PatchPrinter::printSummary() {
  constexpr std::pair<Patch::Kind, const char *> kinds[] = {
      {Patch::Kind::Jump, "jump of 5 bytes"},
      {Patch::Kind::ShortJump, "short jump to an island"},
      {Patch::Kind::Trap, "int3"}};
  std::array<size_t, 4> runs{}, hooks{};
  for (const MovedRun &run : patched.runs)
    ++runs[static_cast<size_t>(run.kind)];
  for (const HookSite &site : preview.sites)
    if (const MovedRun *run = runOf(site.address))
      ++hooks[static_cast<size_t>(run->kind)];
  std::string library = table.libraryName(preview.module);
  heading(library.empty() ? "summary" : "summary of " + library);
  for (auto [kind, name] : kinds) {
    size_t index = static_cast<size_t>(kind);
    stream << llvm::format(
        "  %-24s %7zu patches, %7zu hooks reached by them, %5.1f %%\n", name,
        runs[index], hooks[index], percent(hooks[index], preview.sites.size()));
  }
  stream << "  " << counted(preview.sites.size(), "hook") << ", "
         << preview.sites.size() - patched.runs.size()
         << " of them in line after another\n";
  stream << "  " << counted(patched.movedCalls, "call")
         << " moved, with the original return address\n";
  stream << "  " << counted(preview.textSize, "byte") << " of code, "
         << counted(patched.trampolines.size(), "byte")
         << " of trampolines without hooks, at "
         << hexadecimal(patched.trampolineBase) << '\n';
}

void PatchPrinter::printFindings() {
  if (preview.findings.empty()) {
    stream << "  verified: every patch, every moved instruction, every hook\n";
    return;
  }
  heading("wrong");
  for (const std::string &finding : preview.findings)
    stream << "  " << printable(finding) << '\n';
}

bool pinstripe::listPatches(const UnitTable &table,
                            llvm::ArrayRef<PatchSummary> previews,
                            llvm::StringRef function, TextStyle style,
                            llvm::raw_ostream &stream) {
  std::vector<FunctionId> functions = functionsNamed(table, function);
  stream << "Patches of the native engine. Hooks themselves take no bytes "
            "here.\n";
  for (const PatchSummary &preview : previews) {
    PatchPrinter printer(table, preview, style, stream);
    for (FunctionId id : functions)
      if (table.moduleOf(id) == preview.module)
        printer.printFunction(id);
    printer.printSummary();
    printer.printFindings();
  }
  return !functions.empty();
}
