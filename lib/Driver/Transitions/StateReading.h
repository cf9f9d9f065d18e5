// Reads the variables of a program at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADING_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADING_H

#include "Transitions/KnownMemory.h"
#include "Transitions/ProgramState.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// A part of the memory to be read when an event begins, whose statement begins
/// at `entry`.
struct MemoryQuestion {
  EventIndex event{};
  EntryId entry{};
  LocationProgram location;
};

/// Runs the program once, and answers questions about its memory.
using MemoryReader = llvm::function_ref<llvm::Expected<std::vector<KnownBytes>>(
    std::vector<MemoryQuestion>)>;

/// Reads the state of a run at the moment when an event begins: the variables
/// of all calls that are under way, global variables, and what pointers lead
/// to. First, `plan` says what the first run of the program has to read, then
/// `start` takes it, then `read` makes as many more runs as are needed.
class StateReading {
public:
  /// All references must outlive the object. `trace` is the trace of the run.
  StateReading(const UnitTable &table, const Trace &trace,
               ExpressionCompiler &compiler, EventIndex event)
      : table(table), trace(trace), compiler(compiler), event(event) {}
  /// Returns what a first run has to read: the places of the variables, and the
  /// pages `likely`, given by their numbers.
  llvm::Expected<std::vector<MemoryQuestion>>
  plan(llvm::ArrayRef<uint64_t> likely);
  /// Takes the answers to these questions.
  void start(llvm::ArrayRef<KnownBytes> all);
  llvm::Expected<ProgramState> read(MemoryReader reader);
  /// Returns the numbers of the pages that were needed.
  std::vector<uint64_t> usedPages() const { return memory.used(); }

private:
  /// A call that is under way at the moment of the state.
  struct Frame {
    std::optional<FunctionId> function;
    EntryId entry{};
    /// The event that is under way in this call.
    EventIndex event{};
  };

  /// A place in the source from which a variable or a part of it is reached.
  struct Path {
    size_t frame = 0; ///< The index of the frame; that of the top for globals.
    bool isGlobal = false;
    std::string expression;
  };

  /// An object in memory whose bytes are to be read.
  struct Object {
    enum class Form : uint8_t { Value, CharPointer, CharArray, String };
    Path path;
    Form form = Form::Value;
    std::shared_ptr<const ValueType> type;
    uint64_t address = 0;
    uint32_t size = 0;
    /// True if `path` names a pointer to the object, so that members are
    /// written with an arrow and elements with an index.
    bool isPointed = false;
  };

  /// A pointer whose target is to be found.
  struct PointerFound {
    Path path;
    uint64_t holder = 0, value = 0;
    bool isText = false;
  };

  MemoryQuestion questionOf(uint64_t page) const;
  llvm::Error readMissing(MemoryReader reader);
  static Object objectOf(const Path &path, const CompiledExpression &value);
  static MemoryPart partOf(const Object &object);
  llvm::Expected<std::vector<KnownBytes>>
  readMemory(llvm::ArrayRef<MemoryPart> parts, MemoryReader reader);
  void findFrames();
  llvm::Expected<std::vector<Path>> findRoots();
  llvm::Error readObjects(MemoryReader reader);
  llvm::Error findTargets(MemoryReader reader);
  void addTarget(const PointerFound &pointer, uint64_t blockSize,
                 const KnownBytes &words);

  std::string keyOf(const Path &path) const;
  StateVariable &addVariable(const Path &path, StateVariable::Kind kind);
  std::optional<CompiledExpression> compile(const Path &path,
                                            llvm::StringRef prefix = "");
  void addObject(Object object);
  void walk(const Path &path, const ValueType &type, uint64_t address,
            llvm::StringRef bytes, bool isPointed);
  void walkElements(const Path &path, const ValueType &element, uint32_t count,
                    uint64_t address, llvm::StringRef bytes);
  void takeText(const Object &object, const KnownBytes &bytes);
  void take(const Object &object, const KnownBytes &bytes);
  std::optional<std::pair<std::string, uint64_t>> objectAt(uint64_t address);

  const UnitTable &table;
  const Trace &trace;
  ExpressionCompiler &compiler;
  EventIndex event;
  std::vector<Frame> frames;
  /// The variables of all frames, and global variables.
  std::vector<Object> variables;
  /// The pages that the first run reads.
  std::vector<uint64_t> planned;
  std::vector<Object> objects;
  std::vector<PointerFound> pointers;
  /// The size and the key of each known object, by its address.
  std::map<uint64_t, std::pair<uint64_t, std::string>> known;
  KnownMemory memory;
  ProgramState state;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_STATEREADING_H
