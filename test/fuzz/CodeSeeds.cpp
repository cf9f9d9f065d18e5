// Writes the first inputs of MachineCodeFuzzer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs are the functions of those executables that are the first inputs
// of ProgramFuzzer.

#include "CodeInput.h"
#include "Seeds.h"
#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
using namespace pinstripe::fuzzing;
using llvm::support::endian::read32le;
using llvm::support::endian::write32le;

namespace {

/// Writes one function as a CodeInput.
class FunctionWriter {
public:
  FunctionWriter(const DebugInfo &info, const DebugFunction &function,
                 const Decoder &decoder)
      : info(info), function(function), decoder(decoder) {}

  /// Returns the function as an input. Returns an empty text if the function
  /// has too many rows, or if its source is not one of the seeds.
  std::string write();

private:
  void addHeader(size_t source);
  void addRow(const LineRow &row, uint64_t before);
  void addCode();
  void moveCall(const Instruction &call, llvm::MutableArrayRef<uint8_t> bytes);
  void moveTable(const Instruction &load, llvm::MutableArrayRef<uint8_t> bytes);
  uint64_t moved(uint64_t address) const {
    return address - function.low + CodeInput::low;
  }
  uint64_t size() const { return function.high - function.low; }

  const DebugInfo &info;
  const DebugFunction &function;
  const Decoder &decoder;
  std::vector<uint8_t> code, table;
  std::string result;
};

std::string FunctionWriter::write() {
  const auto *source =
      llvm::find(seedSources, llvm::StringRef(info.files[function.file]));
  code = info.bytesAt(function.low, size()).vec();
  if (source == std::end(seedSources) || code.empty() ||
      function.rows.size() > 255)
    return "";
  table.assign(CodeInput::tableSize, 0);
  addHeader(source - std::begin(seedSources));
  uint64_t before = function.low;
  for (const LineRow &row : function.rows) {
    addRow(row, before);
    before = row.address;
  }
  addCode();
  return result;
}

void FunctionWriter::addHeader(size_t source) {
  llvm::StringRef producer = info.units[function.unit].producer;
  result += static_cast<char>(
      CodeInput::kindOf(source, producer.contains("clang"), function.returns));
  result += static_cast<char>(function.line);
  result += static_cast<char>(function.rows.size());
}

void FunctionWriter::addRow(const LineRow &row, uint64_t before) {
  uint8_t flags = 0;
  if (row.isStatement)
    flags |= CodeInput::Statement;
  if (row.isPrologueEnd)
    flags |= CodeInput::PrologueEnd;
  if (llvm::is_contained(function.landingPads, row.address))
    flags |= CodeInput::LandingPad;
  if (info.codeAddressesInData.count(row.address))
    flags |= CodeInput::Label;
  for (uint64_t byte : {row.address - before, uint64_t(row.line),
                        uint64_t(row.column), uint64_t(flags)})
    result += static_cast<char>(byte);
}

/// Adds the code of the function. Everything that the code uses outside of the
/// function is moved to its place in a CodeInput.
void FunctionWriter::addCode() {
  auto instructions = decoder.decode(code, function.low);
  if (!instructions)
    llvm::report_fatal_error("a seed holds bytes that are not instructions");
  for (const Instruction &instruction : *instructions) {
    auto bytes = llvm::MutableArrayRef(code).slice(
        instruction.address - function.low, instruction.size);
    if (instruction.kind == Instruction::Kind::Call && !instruction.isIndirect)
      moveCall(instruction, bytes);
    if (instruction.isLea && instruction.dataAddress)
      moveTable(instruction, bytes);
  }
  result += llvm::toStringRef(code);
  result += llvm::toStringRef(table);
}

void FunctionWriter::moveCall(const Instruction &call,
                              llvm::MutableArrayRef<uint8_t> bytes) {
  auto name = info.symbols.find(call.target);
  auto place = decoder.distanceOffset(bytes, call);
  if (name == info.symbols.end() || !place)
    return;
  const auto *callee =
      llvm::find(CodeInput::callees, llvm::StringRef(name->second));
  if (callee == std::end(CodeInput::callees))
    return;
  uint64_t to = CodeInput::addressOf(callee - std::begin(CodeInput::callees));
  write32le(&bytes[*place], static_cast<uint32_t>(to - moved(call.end())));
}

/// Writes the jump table of a `switch`: the distances from the table to the
/// targets.
void FunctionWriter::moveTable(const Instruction &load,
                               llvm::MutableArrayRef<uint8_t> bytes) {
  auto entries = info.bytesAt(load.dataAddress, CodeInput::tableSize);
  auto place = decoder.distanceOffset(bytes, load);
  if (entries.empty() || !place || info.isCode(load.dataAddress))
    return;
  uint64_t to = CodeInput::low + code.size();
  write32le(&bytes[*place], static_cast<uint32_t>(to - moved(load.end())));
  for (size_t i = 0; i < CodeInput::tableSize; i += 4) {
    uint64_t target = load.dataAddress + int32_t(read32le(&entries[i]));
    if (target >= function.low && target < function.high)
      write32le(&table[i], static_cast<uint32_t>(moved(target) - to));
  }
}

} // namespace

void pinstripe::fuzzing::codeSeeds(llvm::StringRef programs, SeedSink sink) {
  auto decoder = llvm::cantFail(Decoder::create());
  std::error_code error;
  std::set<std::string> paths;
  for (llvm::sys::fs::directory_iterator entry(programs, error), end;
       entry != end && !error; entry.increment(error))
    paths.insert(entry->path());
  for (const std::string &path : paths) {
    DebugInfo info = llvm::cantFail(readDebugInfo(path));
    for (const DebugFunction &function : info.functions)
      if (std::string input = FunctionWriter(info, function, *decoder).write();
          !input.empty())
        sink("MachineCodeFuzzer", input);
  }
}
