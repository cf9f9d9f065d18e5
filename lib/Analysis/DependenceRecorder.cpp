// Records the data dependences of a run while the run is observed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/DependenceRecorder.h"
#include "HiddenHeapUse.h"
#include "OpenCalls.h"
#include "pinstripe/Analysis/MissingReturns.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include <map>
#include <utility>

using namespace pinstripe;

using Kind = DataInstruction::Kind;

struct DependenceRecorder::State {
  State(const UnitTable &table, const DataCode &code, uint64_t maxBytes);

  void enterBlock(BlockId id, const CodeBlock &block, uint64_t frame);
  void readTracked(uint64_t frame);
  bool resolve(const DataInstruction &instruction, uint64_t frame,
               int64_t moved, llvm::ArrayRef<uint64_t> &words);
  void execute(const DataInstruction &instruction);
  void noteSavedRegisters();
  void noteFunctions();
  void enterInvocation(std::optional<InvocationId> next);
  std::optional<InvocationId> takeEndedCall(FunctionId function);
  void noteReturn(const CodeBlock &block);
  bool restore(const DataInstruction &instruction);
  void save(const DataInstruction &instruction, NodeId node);
  bool orderStringCopy();

  /// Bytes that were written by several nodes and that an instruction has
  /// loaded into a register.
  struct LoadedBytes {
    /// The node that was the last to set the register: the load, or a later
    /// move from one register to another.
    NodeId holder{};
    uint64_t size = 0;
    CopiedBytes bytes = {};
  };
  const LoadedBytes *loadedBy(const DataInstruction &instruction) const;
  void noteLoaded(const DataInstruction &instruction, NodeId node,
                  size_t writers);
  void storeLoaded(const DataInstruction &instruction,
                   const LoadedBytes &source);

  /// An access of an instruction to memory, with its run-time address.
  struct Access {
    uint64_t address = 0;
    uint64_t size = 0;
    const MemoryReference *reference = nullptr;
  };
  /// A register that the first instructions of a function have saved in memory.
  /// `parts` are the saved parts of the register, such as its lowest byte.
  /// `writers` holds, for each of these parts, the node that had set the part
  /// before.
  struct SavedRegister {
    RegisterSet parts = 0;
    std::array<NodeId, 3> writers = {};
  };
  struct BlockRole {
    bool entersFunction : 1;
    bool opensFrame : 1;
  };

  /// The registers and open calls of one thread. The frames of the thread are
  /// in the GraphBuilder.
  struct Thread {
    explicit Thread(GraphBuilder &builder) : calls(builder) {}

    /// False until the first report about the thread.
    bool hasBegun = false;
    ObservedThread its;
    /// GraphBuilder::registers, while another thread is executed.
    std::array<NodeId, 64> registers{};
    OpenCalls calls;
    /// For each register, the bytes of several writers that were loaded into
    /// it. The index is the number of the register's first part. The bytes are
    /// outdated if another node than their `holder` has written to the register
    /// since.
    std::array<LoadedBytes, 64> loaded;
    uint64_t currentFrame = 0;
    /// The call whose code is being executed.
    std::optional<InvocationId> invocation;
    /// The call from which control has just returned; nullopt once the `ret` of
    /// this call was reported. The engine may report that control is back in
    /// the caller before it reports the last instructions of the call, such as
    /// its `ret`.
    std::optional<InvocationId> left;
  };
  void enterThread(const ObservedThread &next);
  void endThread();
  OpenCalls &calls() { return thread->calls; }
  void forgetFormerThread();

  const UnitTable &table;
  const DataCode &code;
  GraphBuilder builder;
  /// All threads by their numbers, and the one that is being executed.
  std::map<uint32_t, Thread> threads;
  Thread *thread;
  HiddenHeapUse hiddenHeapUse;
  /// Says for each block of code whether a function begins in the block, and
  /// whether a new stack frame begins there.
  std::vector<BlockRole> roles;
  /// For each block of code, the module to which it belongs: the program or a
  /// library.
  std::vector<uint8_t> moduleOf;
  /// For each block of code, its function. Empty unless `noteFunctions` was
  /// called.
  std::vector<uint32_t> functionOf;
  /// The requests whose events have not happened yet. A request asks which
  /// nodes wrote the values that certain bytes hold just before an event.
  std::vector<TrackedBytes> tracked;
  /// The memory that the current instruction reads and writes.
  llvm::SmallVector<Access, 2> accesses;
  /// The registers that the first instructions of a function have saved in
  /// memory. The key is the number of the graph node that has saved the
  /// register.
  llvm::DenseMap<uint32_t, SavedRegister> saved;
  /// Finds calls that end without a `return`; nullopt if such calls are not
  /// recorded.
  std::optional<MissingReturns> missing;
  /// The trace that the run is expected to have; null if missing `return`s are
  /// not recorded.
  const Trace *expected = nullptr;
};

DependenceRecorder::State::State(const UnitTable &table, const DataCode &code,
                                 uint64_t maxBytes)
    : table(table), code(code), builder(table, maxBytes),
      thread(&threads.try_emplace(0, builder).first->second),
      roles(code.blocks.size()) {
  thread->hasBegun = true;
  bool isBefore = false;
  for (size_t i = 0; i < code.blocks.size(); ++i) {
    const CodeBlock &block = code.blocks[i];
    moduleOf.push_back(static_cast<uint8_t>(table.moduleOf(block.address)));
    roles[i].entersFunction = code.isFunction(block.address);
    isBefore |= roles[i].entersFunction;
    roles[i].opensFrame = isBefore && block.hasFrame;
    isBefore &= !block.hasFrame;
  }
}

void DependenceRecorder::State::enterBlock(BlockId id, const CodeBlock &block,
                                           uint64_t frame) {
  BlockRole role = roles[static_cast<size_t>(id)];
  if (role.entersFunction)
    calls().enterFunction();
  if (!block.hasFrame)
    return;
  thread->currentFrame = frame;
  if (role.opensFrame)
    builder.frames.open(frame, builder.nextNode());
  else
    builder.frames.returnTo(frame, builder.nextNode());
  if (!functionOf.empty())
    builder.frames.top().function = functionOf[static_cast<size_t>(id)];
  // A frame begins with the return address and the caller's rbp. These 16 bytes
  // don't count as data, so no graph node is recorded as their writer.
  if (role.opensFrame)
    builder.memory.set(frame, 16, Writer());
  else
    calls().unwindTo(frame);
}

/// Fills `accesses` with the memory accesses of an instruction. `words` begins
/// with those of their addresses that are known only at run time; these are
/// removed from `words`. Returns false if `words` has too few addresses,
/// because the run ended or faulted at this instruction.
bool DependenceRecorder::State::resolve(const DataInstruction &instruction,
                                        uint64_t frame, int64_t moved,
                                        llvm::ArrayRef<uint64_t> &words) {
  accesses.clear();
  for (const MemoryReference &reference : code.referencesOf(instruction)) {
    Access access{0, reference.size, &reference};
    switch (reference.place) {
    case MemoryReference::Place::Frame:
      access.address = frame + reference.offset;
      break;
    case MemoryReference::Place::Fixed:
      access.address = reference.offset + moved;
      break;
    case MemoryReference::Place::Recorded:
      if (words.size() < 1u + reference.isRepeated)
        return false;
      access.address = words.front();
      if (reference.isRepeated)
        access.size = words[1];
      words = words.drop_front(1u + reference.isRepeated);
      break;
    }
    accesses.push_back(access);
  }
  return true;
}

/// Handles an instruction that restores a callee-saved register from memory.
/// The graph nodes that had written the register before it was saved become its
/// writers again. Returns false if the loaded bytes are not those that were
/// saved.
bool DependenceRecorder::State::restore(const DataInstruction &instruction) {
  NodeId save{};
  bool isWhole = true;
  const Access &slot = accesses.front();
  builder.memory.visit(slot.address, slot.size,
                       [&](uint64_t, uint64_t size, Writer writer) {
                         isWhole = size == slot.size;
                         save = writer.node();
                       });
  auto found = saved.find(static_cast<uint32_t>(save));
  if (!isWhole || found == saved.end() ||
      found->second.parts != instruction.defines)
    return false;
  size_t i = 0;
  forEachPart(instruction.defines, [&](unsigned part) {
    builder.registers[part] = found->second.writers[i++];
  });
  saved.erase(found);
  return true;
}

void DependenceRecorder::State::save(const DataInstruction &instruction,
                                     NodeId node) {
  SavedRegister &entry = saved[static_cast<uint32_t>(node)];
  entry.parts = instruction.valueUses;
  size_t i = 0;
  forEachPart(entry.parts, [&](unsigned part) {
    entry.writers[i++] = builder.registers[part];
  });
}

/// Called at a call. Remembers the graph nodes that have written the
/// callee-saved registers, since an exception or longjmp that leaves the call
/// restores these registers.
void DependenceRecorder::State::noteSavedRegisters() {
  if (builder.frames.empty())
    return;
  size_t i = 0;
  forEachPart(calleeSavedRegisters, [&](unsigned part) {
    builder.frames.top().savedRegisters[i++] = builder.registers[part];
  });
}

/// Returns true if the instruction is a `rep movs` that only copies bytes. Then
/// the source range is put first in `accesses`, and the destination range
/// second. Returns false if the two ranges overlap: the instruction may then
/// read bytes that it has written itself.
bool DependenceRecorder::State::orderStringCopy() {
  if (accesses.size() != 2 || !accesses[0].reference->isRepeated ||
      !accesses[1].reference->isRepeated)
    return false;
  if (accesses[0].reference->isWritten)
    std::swap(accesses[0], accesses[1]);
  const Access &from = accesses[0], &to = accesses[1];
  return from.reference->isRead && !from.reference->isWritten &&
         to.reference->isWritten && !to.reference->isRead &&
         from.size == to.size &&
         (to.address >= from.address + from.size ||
          from.address >= to.address + to.size);
}

/// Returns the bytes that a move copies from a register, if they were loaded
/// into the register and were written by several nodes; otherwise null.
const DependenceRecorder::State::LoadedBytes *
DependenceRecorder::State::loadedBy(const DataInstruction &instruction) const {
  if (instruction.kind != Kind::Move || !instruction.valueUses)
    return nullptr;
  const LoadedBytes &found =
      thread->loaded[llvm::countr_zero(instruction.valueUses)];
  bool isUnchanged = found.size != 0;
  forEachPart(instruction.valueUses, [&](unsigned part) {
    isUnchanged &= builder.registers[part] == found.holder;
  });
  return isUnchanged ? &found : nullptr;
}

/// Called after a move to a register, whose node is `node`. If the move has
/// loaded bytes that several nodes have written, or moves such bytes from
/// another register, adds a node for each stretch of bytes with one writer.
/// `writers` is the number of nodes that have written the loaded bytes.
void DependenceRecorder::State::noteLoaded(const DataInstruction &instruction,
                                           NodeId node, size_t writers) {
  LoadedBytes &target = thread->loaded[llvm::countr_zero(instruction.defines)];
  if (accesses.empty()) {
    const LoadedBytes *source = loadedBy(instruction);
    if (!source)
      return;
    target = *source;
    target.holder = node;
  } else if (writers > 1) {
    const Access &from = accesses.front();
    target = {node, from.size, builder.readCopied(from.address, from.size)};
  } else {
    return;
  }
  builder.moveCopied(target.bytes, node);
}

/// Executes a store of bytes that were loaded into a register, such as half of
/// a copy of a structure. Each byte then depends on the writer of its original.
/// Otherwise, each member of the copy would depend on all members of the
/// original that are in the register, and on the padding between them.
void DependenceRecorder::State::storeLoaded(const DataInstruction &instruction,
                                            const LoadedBytes &source) {
  NodeId node = builder.beginNode();
  builder.addParts(instruction.addressUses, /*isAddress=*/true);
  builder.endNode(node);
  builder.writeCopied(source.bytes, {accesses[0].address, accesses[0].size},
                      node);
}

void DependenceRecorder::State::execute(const DataInstruction &instruction) {
  bool isWrite = llvm::any_of(accesses, [](const Access &access) {
    return access.reference->isWritten;
  });
  bool isCall =
      instruction.kind == Kind::Call || instruction.kind == Kind::LibraryCall;
  if (isCall)
    noteSavedRegisters();
  if (instruction.kind == Kind::Return)
    calls().leaveFunction();
  bool decides = instruction.kind == Kind::Branch ||
                 (isCall && (instruction.addressUses || !accesses.empty()));
  if (!instruction.defines && !isWrite && !decides)
    return;
  if (instruction.kind == Kind::RestoreRegister && restore(instruction))
    return;
  if (const LoadedBytes *bytes = loadedBy(instruction);
      bytes && isWrite && accesses[0].size <= bytes->size)
    return storeLoaded(instruction, *bytes);
  bool isCopy = orderStringCopy();
  CopiedBytes copied;
  if (isCopy)
    copied = builder.readCopied(accesses[0].address, accesses[0].size);
  NodeId node = builder.beginNode();
  builder.addParts(instruction.valueUses, /*isAddress=*/false);
  for (const Access &access : accesses)
    if (access.reference->isRead && !isCopy)
      builder.addBytes(access.address, access.size);
  size_t writers = builder.dependencesOfCurrent();
  builder.addParts(instruction.addressUses, /*isAddress=*/true);
  builder.endNode(node);
  if (decides)
    builder.noteDecision(node);
  if (instruction.kind == Kind::SaveRegister)
    save(instruction, node);
  builder.define(instruction.defines, node);
  bool isMove = instruction.kind == Kind::Move ||
                instruction.kind == Kind::RestoreRegister;
  if (isMove && instruction.defines)
    noteLoaded(instruction, node, writers);
  if (isCopy)
    return builder.writeCopied(copied, {accesses[1].address, accesses[1].size},
                               node);
  for (const Access &access : accesses)
    if (access.reference->isWritten)
      builder.set(access.address, access.size, node);
}

void DependenceRecorder::State::enterInvocation(
    std::optional<InvocationId> next) {
  std::optional<InvocationId> former = std::exchange(thread->invocation, next);
  bool isReturn = expected && former && next &&
                  expected->invocation(*former).caller == next;
  if (isReturn)
    thread->left = former;
}

/// Returns the call that a `ret` of `function` ends. Called once for each
/// executed `ret`.
std::optional<InvocationId>
DependenceRecorder::State::takeEndedCall(FunctionId function) {
  std::optional<InvocationId> former =
      std::exchange(thread->left, std::nullopt);
  bool isFormer = former &&
                  expected->invocation(*former).function == function &&
                  expected->invocation(*former).caller == thread->invocation;
  return isFormer ? former : thread->invocation;
}

/// Called at a `ret` in `block`. Checks whether the call that ends here has
/// executed no `return`, although its function needs one. If so, the result of
/// the call is undefined. A new graph node then counts as the writer of the
/// result, so that all uses of the result depend on this node.
void DependenceRecorder::State::noteReturn(const CodeBlock &block) {
  constexpr RegisterSet results = generalRegister(RAX) | generalRegister(RDX) |
                                  vectorRegister(0) | vectorRegister(1);
  if (!missing || !block.function)
    return;
  std::optional<InvocationId> ended = takeEndedCall(*block.function);
  if (!ended || !missing->isMissing(*ended, *block.function))
    return;
  NodeId node = builder.beginNode();
  builder.add(DependenceGraph::unwrittenStack, /*isAddress=*/false,
              /*isStale=*/false);
  builder.endNode(node);
  builder.define(results, node);
  builder.noteMissingReturn({node, *ended});
}

/// Fills in `functionOf`, which holds the function of each block of code.
void DependenceRecorder::State::noteFunctions() {
  constexpr FunctionId none{~uint32_t(0)};
  if (functionOf.empty())
    for (const CodeBlock &block : code.blocks)
      functionOf.push_back(
          static_cast<uint32_t>(block.function.value_or(none)));
}

/// Each request in `tracked` asks which nodes wrote certain bytes before a
/// certain event. If this event is about to begin, makes a graph node that
/// stands for reading the bytes, and removes the request.
void DependenceRecorder::State::readTracked(uint64_t frame) {
  uint32_t event = builder.currentEvent();
  llvm::erase_if(tracked, [&](const TrackedBytes &each) {
    if (static_cast<uint32_t>(each.before) != event)
      return false;
    auto place = static_cast<uint64_t>(each.bytes.place);
    place +=
        each.bytes.isInFrame ? frame : builder.movedBy(table.moduleOf(place));
    NodeId node = builder.beginNode();
    builder.addBytes(place, each.bytes.size);
    builder.endNode(node);
    builder.noteTracked(node);
    return true;
  });
}

DependenceRecorder::DependenceRecorder(const UnitTable &table,
                                       const DataCode &code, uint64_t maxBytes)
    : state(std::make_unique<State>(table, code, maxBytes)) {}
DependenceRecorder::~DependenceRecorder() = default;

void DependenceRecorder::notePlaces(const Trace &expected) {
  state->builder.notePlaces(expected);
  state->noteFunctions();
}

void DependenceRecorder::noteUnset(const Trace &expected) {
  state->builder.noteUnset();
  state->missing.emplace(state->table, expected);
  state->expected = &expected;
  state->noteFunctions();
}

void DependenceRecorder::noteReleased() { state->builder.noteReleased(); }

void DependenceRecorder::track(const TrackedBytes &tracked) {
  state->tracked.push_back(tracked);
}

void DependenceRecorder::moduleLoaded(ModuleId module, uint64_t bias) {
  state->builder.moduleLoaded(module, bias);
}

/// Size in bytes of the part of a thread's descriptor that the model of
/// pthread_join reads. This part stands for the result of the thread.
static constexpr uint64_t descriptorSize = 256;

/// Called when a thread begins. Its thread-local variables are just below its
/// descriptor, and may be where an earlier thread has had its own. Since then,
/// libc has set them.
void DependenceRecorder::State::forgetFormerThread() {
  constexpr uint64_t largestArea = uint64_t(1) << 20;
  uint64_t size = thread->its.descriptor - thread->its.stackEnd;
  if (size < largestArea)
    builder.memory.set(thread->its.stackEnd, size + descriptorSize, Writer());
}

void DependenceRecorder::State::enterThread(const ObservedThread &next) {
  ++builder.switches;
  thread->registers = builder.registers;
  if (!builder.frames.empty())
    builder.otherFrames[thread->its.number] = std::move(builder.frames);
  thread = &threads.try_emplace(next.number, builder).first->second;
  builder.registers = thread->registers;
  auto frames = builder.otherFrames.find(next.number);
  if (frames == builder.otherFrames.end()) {
    builder.frames = FrameStack(next.stackBegin);
  } else {
    builder.frames = std::move(frames->second);
    builder.otherFrames.erase(frames);
  }
  if (thread->hasBegun)
    return;
  thread->hasBegun = true;
  thread->its = next;
  forgetFormerThread();
}

/// Makes a node for the end of the thread, which counts as the writer of the
/// thread's descriptor. So a call of pthread_join depends on the result.
void DependenceRecorder::State::endThread() {
  NodeId node = builder.beginNode();
  calls().endThread();
  builder.endNode(node);
  if (thread->its.descriptor != 0)
    builder.memory.set(thread->its.descriptor, descriptorSize, Writer(node));
  builder.frames = FrameStack();
}

void DependenceRecorder::enterThread(const ObservedThread &thread) {
  if (!state->builder.isExhausted())
    state->enterThread(thread);
}

void DependenceRecorder::createThread(uint32_t created) {
  state->builder.hasThreads = true;
  state->threads.try_emplace(created, state->builder)
      .first->second.calls.beginThread(state->calls().innermost());
}

void DependenceRecorder::endThread() {
  if (!state->builder.isExhausted())
    state->endThread();
}

void DependenceRecorder::atEvent(std::optional<EventIndex> event,
                                 std::optional<InvocationId> invocation) {
  state->enterInvocation(invocation);
  state->builder.beginEvent(event);
}

void DependenceRecorder::executeBlock(BlockId id, uint64_t frame,
                                      llvm::ArrayRef<uint64_t> words) {
  if (state->builder.isExhausted())
    return;
  const CodeBlock &block = state->code.block(id);
  state->enterBlock(id, block, frame);
  if (!state->tracked.empty())
    state->readTracked(frame);
  ModuleId module{state->moduleOf[static_cast<size_t>(id)]};
  int64_t moved = state->builder.movedBy(module);
  for (const DataInstruction &instruction : state->code.instructionsOf(block)) {
    if (!state->resolve(instruction, frame, moved, words))
      return;
    if (instruction.kind == Kind::Return)
      state->noteReturn(block);
    state->execute(instruction);
  }
}

void DependenceRecorder::beginLibraryCall(const LibraryCall &call,
                                          llvm::ArrayRef<MemoryAccess> reads) {
  using HeapUse = LibraryCall::HeapUse;
  if (state->hiddenHeapUse.mayBeIn(call) && call.heapUse != HeapUse::Release)
    state->builder.forgetReleased();
  if (state->builder.checkRoom())
    state->calls().begin(call, reads, state->thread->currentFrame);
}

void DependenceRecorder::endLibraryCall(const LibraryCall &call,
                                        llvm::ArrayRef<MemoryAccess> writes,
                                        OutputRange output) {
  // Functions of the program that the library called may have released memory
  // which the library has then taken.
  if (call.heapUse == LibraryCall::HeapUse::Any)
    state->builder.forgetReleased();
  if (!state->builder.isExhausted())
    state->calls().end(call, writes, output);
}

void DependenceRecorder::allocate(uint64_t address, uint64_t size) {
  if (!state->builder.isExhausted())
    state->builder.allocate(address, size);
}

void DependenceRecorder::release(uint64_t address) {
  if (!state->builder.isExhausted())
    state->builder.release(address);
}

llvm::Expected<DependenceGraph> DependenceRecorder::take() {
  if (state->builder.isExhausted())
    return llvm::make_error<TargetError>(
        "the dependences of the run take more memory than there is to use, " +
        describeBytes(state->builder.limit()) +
        "; choose a smaller input, or end other programs");
  return state->builder.take();
}
