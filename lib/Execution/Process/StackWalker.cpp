// Walks the stack of a stopped thread, to find the code that led to a crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process/StackWalker.h"
#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/Object/ELFObjectFile.h"
#include <algorithm>
#include <cstring>

using namespace pinstripe;
namespace dwarf = llvm::dwarf;

/// The largest number of calls that a walk over the stack visits. Programs that
/// recurse without end have more calls than anybody would read.
static constexpr unsigned maxCalls = 1000;
static constexpr size_t longestInstruction = 15;

// The following class reads code and call frame information from the file of a
// module.

/// Holds the loaded segments of a module's file, and its call frame
/// information.
class StackWalker::ModuleFile {
public:
  static std::unique_ptr<ModuleFile> open(const std::string &path);

  /// Converts an offset in the file to an address before loading. This is the
  /// address that the file gives to the byte at the offset. Returns nullopt if
  /// the byte is in no loaded segment.
  std::optional<uint64_t> addressOf(uint64_t offset) const;
  llvm::ArrayRef<uint8_t> codeAt(uint64_t address) const;
  /// Returns the rules for finding the caller's frame while the code at
  /// `address` is executed; nullopt if the file has no rules for that code.
  std::optional<dwarf::UnwindRow> rowAt(uint64_t address) const;

private:
  struct Segment {
    uint64_t address, offset;
    llvm::ArrayRef<uint8_t> bytes;
  };
  struct Function {
    uint64_t low, high;
    const dwarf::FDE *frames;
  };
  void readFrames();

  llvm::object::OwningBinary<llvm::object::ObjectFile> file;
  std::unique_ptr<llvm::DWARFContext> context;
  std::vector<Segment> segments;
  /// The functions of the file, sorted by their first address `low`.
  std::vector<Function> functions;
};

std::unique_ptr<StackWalker::ModuleFile>
StackWalker::ModuleFile::open(const std::string &path) {
  auto result = std::make_unique<ModuleFile>();
  auto file = llvm::object::ObjectFile::createObjectFile(path);
  if (!file) {
    // If a file can't be read, nothing is known about its code, so a walk over
    // the stack ends at that code.
    llvm::consumeError(file.takeError());
    return nullptr;
  }
  result->file = std::move(*file);
  auto *elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(result->file.getBinary());
  if (!elf)
    return nullptr;
  auto headers = elf->getELFFile().program_headers();
  if (!headers) {
    // If a file has no valid headers, nothing is known about its code, so a
    // walk over the stack ends at that code.
    llvm::consumeError(headers.takeError());
    return nullptr;
  }
  llvm::StringRef bytes = elf->getData();
  for (const auto &header : *headers)
    if (header.p_type == llvm::ELF::PT_LOAD)
      result->segments.push_back({header.p_vaddr, header.p_offset,
                                  llvm::arrayRefFromStringRef(bytes.substr(
                                      header.p_offset, header.p_filesz))});
  result->readFrames();
  return result;
}

void StackWalker::ModuleFile::readFrames() {
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  context = llvm::DWARFContext::create(
      *file.getBinary(), llvm::DWARFContext::ProcessDebugRelocations::Ignore,
      /*L=*/nullptr,
      /*DWPName=*/"", ignore, ignore);
  auto frames = context->getEHFrame();
  if (!frames)
    // Without the file's call frame information, callers of its code can't be
    // found, so the walk over the stack ends there.
    return llvm::consumeError(frames.takeError());
  for (const dwarf::FrameEntry &entry : **frames)
    if (const auto *each = llvm::dyn_cast<dwarf::FDE>(&entry))
      functions.push_back({each->getInitialLocation(),
                           each->getInitialLocation() + each->getAddressRange(),
                           each});
  llvm::sort(functions, [](const Function &a, const Function &b) {
    return a.low < b.low;
  });
}

std::optional<uint64_t>
StackWalker::ModuleFile::addressOf(uint64_t offset) const {
  for (const Segment &segment : segments)
    if (offset >= segment.offset &&
        offset - segment.offset < segment.bytes.size())
      return offset - segment.offset + segment.address;
  return std::nullopt;
}

llvm::ArrayRef<uint8_t>
StackWalker::ModuleFile::codeAt(uint64_t address) const {
  for (const Segment &segment : segments)
    if (address >= segment.address &&
        address - segment.address < segment.bytes.size())
      return segment.bytes.drop_front(address - segment.address)
          .take_front(longestInstruction);
  return {};
}

std::optional<dwarf::UnwindRow>
StackWalker::ModuleFile::rowAt(uint64_t address) const {
  auto next = std::ranges::upper_bound(functions, address, {}, &Function::low);
  if (next == functions.begin() || address >= std::prev(next)->high)
    return std::nullopt;
  auto rows = dwarf::UnwindTable::create(std::prev(next)->frames);
  if (!rows) {
    // If the call frame information can't be read, the caller of the function
    // can't be found. So the walk over the stack ends there.
    llvm::consumeError(rows.takeError());
    return std::nullopt;
  }
  std::optional<dwarf::UnwindRow> found;
  for (const dwarf::UnwindRow &row : *rows)
    if (!row.hasAddress() || row.getAddress() <= address)
      found = row;
  return found;
}

// The walk

StackWalker::StackWalker(const UnitTable &table) : table(table) {}
StackWalker::~StackWalker() = default;

StackWalker::ModuleFile *StackWalker::open(const std::string &path) {
  auto [place, isNew] = files.try_emplace(path);
  if (isNew)
    place->second = ModuleFile::open(path);
  return place->second.get();
}

std::optional<ModulePlace>
StackWalker::placeOf(uint64_t origin, llvm::ArrayRef<Mapping> mappings) {
  // The first page of memory has no code. If control has come to an address
  // there, the program has called a null pointer. Other low addresses can be
  // valid: code of the program is given by its address in the program's file,
  // which may be low.
  constexpr uint64_t firstPage = 0x1000;
  for (const Mapping &mapping : mappings) {
    if (origin < mapping.begin || origin >= mapping.end ||
        !llvm::StringRef(mapping.name).starts_with("/") ||
        mapping.name == table.programPath())
      continue;
    ModuleFile *file = open(mapping.name);
    if (!file)
      return std::nullopt;
    if (auto address = file->addressOf(origin - mapping.begin + mapping.offset))
      return ModulePlace{mapping.name, *address};
    return std::nullopt;
  }
  if (origin < firstPage)
    return std::nullopt;
  ModulePlace place{table.module(table.moduleOf(origin)).path,
                    table.fileAddress(origin)};
  return codeAt(place).empty() ? std::nullopt : std::optional(place);
}

llvm::ArrayRef<uint8_t> StackWalker::codeAt(const ModulePlace &place) {
  ModuleFile *file = open(place.path);
  return file ? file->codeAt(place.address) : llvm::ArrayRef<uint8_t>();
}

/// The registers of a stack frame, as far as they are needed to find the
/// caller's frame.
struct StackWalker::Frame {
  /// The general registers, indexed by their DWARF numbers. In the frame of a
  /// caller, only those registers are valid that a called function must
  /// restore.
  std::array<uint64_t, 16> registers{};
  uint64_t pc = 0;
  /// True if `pc` is a return address, which comes after the call instruction.
  /// False if `pc` is the instruction that is being executed.
  bool isReturn = false;
  /// Returns an address within the instruction that this frame is executing. In
  /// the frame of a caller, that is the call instruction, and `pc` is the
  /// return address after it.
  uint64_t codeAddress() const { return isReturn ? pc - 1 : pc; }
};

static constexpr uint32_t dwarfRSP = 7;

static std::optional<uint64_t> wordAt(const CrashedThread &thread,
                                      uint64_t address) {
  uint64_t begin = thread.registers[RSP], word = 0;
  if (address < begin || address - begin > thread.stack.size() ||
      thread.stack.size() - (address - begin) < sizeof(word))
    return std::nullopt;
  std::memcpy(&word, &thread.stack[address - begin], sizeof(word));
  return word;
}

/// Replaces the registers of a stack frame by those of its caller's frame. To
/// this end, restores the registers that the function has saved, and sets the
/// stack pointer to its value before the call. `row` is the function's call
/// frame information. Returns false if the registers can't be found.
static bool unwind(std::array<uint64_t, 16> &registers,
                   const dwarf::UnwindRow &row, const CrashedThread &thread) {
  const dwarf::UnwindLocation &rule = row.getCFAValue();
  if (rule.getLocation() != dwarf::UnwindLocation::RegPlusOffset ||
      rule.getRegister() >= registers.size())
    return false;
  uint64_t top = registers[rule.getRegister()] + int64_t(rule.getOffset());
  for (uint32_t each = 0; each < registers.size(); ++each) {
    auto saved = row.getRegisterLocations().getRegisterLocation(each);
    if (!saved || saved->getLocation() != dwarf::UnwindLocation::CFAPlusOffset)
      continue;
    auto value = wordAt(thread, top + int64_t(saved->getOffset()));
    if (!value)
      return false;
    registers[each] = *value;
  }
  registers[dwarfRSP] = top;
  return true;
}

/// Replaces the frame by the frame of its caller. Returns false if the caller's
/// frame can't be found.
bool StackWalker::toCaller(Frame &frame, uint64_t origin,
                           const CrashedThread &thread,
                           const CrashedProcess &process) {
  std::optional<ModulePlace> place = placeOf(origin, process.mappings);
  std::optional<dwarf::UnwindRow> row;
  if (place)
    row = open(place->path)->rowAt(place->address);
  // If there is no code at `pc`, the program has called a wrong address. No
  // code has run since this call, so all that the call has put on the stack is
  // the return address.
  bool isNowhere = !place && !frame.isReturn;
  if (isNowhere)
    frame.registers[dwarfRSP] += sizeof(uint64_t);
  else if (!row || !unwind(frame.registers, *row, thread))
    return false;
  std::optional<uint64_t> returnAddress =
      wordAt(thread, frame.registers[dwarfRSP] - sizeof(uint64_t));
  frame.pc = returnAddress.value_or(0);
  frame.isReturn = true;
  return returnAddress.has_value();
}

void StackWalker::walk(const CrashedThread &thread,
                       const CrashedProcess &process,
                       llvm::function_ref<bool(uint64_t origin)> visit) {
  Frame frame;
  frame.pc = thread.pc;
  for (uint32_t each = 0; each < frame.registers.size(); ++each)
    frame.registers[each] = thread.registers[machineNumber(each)];
  for (unsigned calls = 0; calls < maxCalls; ++calls) {
    uint64_t origin = process.originOf(frame.codeAddress());
    if (visit(origin) || !toCaller(frame, origin, thread, process))
      return;
  }
}
