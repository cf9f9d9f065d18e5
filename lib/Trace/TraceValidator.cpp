// Checks that a trace from a file or an engine fits its table of statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TraceCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace pinstripe {
namespace {

/// Checks that a trace and its unit table fit together: all indices must be in
/// range, and some tables must be sorted. Remembers the first misfit.
class Validator {
public:
  Validator(const EventList &events, llvm::ArrayRef<Invocation> invocations,
            const UnitTable &table)
      : events(events), invocations(invocations), table(table) {}

  std::string firstComplaint() {
    checkModules();
    checkUnits();
    checkFunctions();
    checkEntries();
    checkOperands();
    checkFlagReaders();
    checkLinksAndNotes();
    if (complaint.empty())
      checkInvocations();
    if (complaint.empty())
      checkEvents();
    return complaint;
  }

private:
  void require(bool holds, const char *what, size_t index) {
    if (!holds && complaint.empty())
      complaint =
          (llvm::Twine(what) + " (number " + llvm::Twine(index) + ")").str();
  }
  bool has(FileId id) const { return contains(table.files, id); }
  bool has(UnitId id) const { return contains(table.units, id); }
  bool has(FunctionId id) const { return contains(table.functions, id); }
  template <typename Elements, typename Id>
  static bool contains(const Elements &elements, Id id) {
    return static_cast<size_t>(id) < elements.size();
  }

  void checkModules() {
    require(!table.modules.empty() && table.modules.front().base == 0,
            "no program", 0);
    for (size_t i = 1; i < table.modules.size(); ++i)
      require(table.modules[i - 1].base < table.modules[i].base,
              "modules out of order", i);
  }
  void checkUnits() {
    for (auto [index, unit] : llvm::enumerate(table.units))
      require(has(unit.range.file), "a unit of no file", index);
  }
  void checkFunctions() {
    uint64_t last = 0;
    for (auto [index, function] : llvm::enumerate(table.functions)) {
      require(has(function.range.file), "a function of no file", index);
      require(function.low >= last, "functions out of order", index);
      last = function.low;
    }
  }
  void checkEntries() {
    for (auto [index, entry] : llvm::enumerate(table.entries)) {
      require(has(entry.unit), "an entry of no unit", index);
      require(has(entry.function), "an entry of no function", index);
      require(index == 0 || table.entries[index - 1].address < entry.address,
              "entries out of order", index);
      for (const FixedStore &store : entry.flow.stores)
        require(store.size <= largestStore, "a store that is too large", index);
    }
  }
  void checkOperands() {
    for (auto [index, operand] : llvm::enumerate(table.operands)) {
      require(has(operand.unit) && has(operand.function) &&
                  has(operand.range.file),
              "an operand of no unit", index);
      require(operand.condition < 16, "an operand of no condition", index);
      require(index == 0 || table.operands[index - 1].address < operand.address,
              "operands out of order", index);
    }
  }
  void checkFlagReaders() {
    for (auto [index, reader] : llvm::enumerate(table.flagReaders)) {
      require(has(reader.function), "a reader of flags in no function", index);
      require(index == 0 ||
                  table.flagReaders[index - 1].address < reader.address,
              "readers of flags out of order", index);
    }
  }
  void checkLinksAndNotes() {
    for (auto [index, link] : llvm::enumerate(table.cleanupLinks))
      require(has(link.declaration) && has(link.cleanup),
              "a cleanup of no unit", index);
    for (auto [index, note] : llvm::enumerate(table.notes))
      require(has(note.function) && has(note.unit), "a note on nothing", index);
  }
  void checkInvocations() {
    for (auto [index, invocation] : llvm::enumerate(invocations)) {
      require(has(invocation.function), "an invocation of no function", index);
      require(!invocation.caller ||
                  static_cast<size_t>(*invocation.caller) < index,
              "an invocation before its caller", index);
      require(!invocation.parent || isEventOfCaller(invocation),
              "an invocation called by an event of another one", index);
    }
  }
  bool isEventOfCaller(const Invocation &invocation) const {
    return invocation.caller && contains(events, *invocation.parent) &&
           events.invocationOf(*invocation.parent) == *invocation.caller;
  }
  void checkEvents() {
    size_t index = 0;
    for (Event event : events) {
      if (!contains(table.entries, event.entry) ||
          !contains(invocations, event.invocation))
        return require(false, "an event of no entry or invocation", index);
      const std::optional<EventIndex> &parent =
          invocations[static_cast<size_t>(event.invocation)].parent;
      require(!parent || static_cast<size_t>(*parent) < index,
              "an event before the call of its invocation", index);
      ++index;
    }
  }

  /// The largest number of bytes that one x86 instruction can store (a 512-bit
  /// vector). A file that has a larger store is damaged.
  static constexpr uint32_t largestStore = 64;

  const EventList &events;
  llvm::ArrayRef<Invocation> invocations;
  const UnitTable &table;
  std::string complaint;
};

} // namespace

std::string findMisfit(const EventList &events,
                       llvm::ArrayRef<Invocation> invocations,
                       const UnitTable &table) {
  return Validator(events, invocations, table).firstComplaint();
}

} // namespace pinstripe
