// Defines the inputs of MachineCodeFuzzer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a function without its file, in bytes:
//
//     source, compiler and kind of result; line of the declaration;
//     number of rows; rows: distance to the row before, line, column, flags;
//     code; a table of `tableSize` bytes that code may address

#ifndef PINSTRIPE_TEST_FUZZ_CODEINPUT_H
#define PINSTRIPE_TEST_FUZZ_CODEINPUT_H

#include "Binary/DebugInfo.h"
#include "SeedSources.h"

namespace pinstripe::fuzzing {

struct CodeInput {
  static constexpr uint64_t low = 0x10000; ///< Address of the code.
  static constexpr size_t tableSize = 32;
  static constexpr size_t headerSize = 3, rowSize = 4;
  enum RowFlag : uint8_t {
    Statement = 1,
    PrologueEnd = 2,
    LandingPad = 4,
    Label = 8, ///< Says that the row's address is stored in data.
  };

  uint8_t kind = 0;
  uint8_t line = 0;
  llvm::ArrayRef<uint8_t> rows;
  llvm::ArrayRef<uint8_t> code;
  llvm::ArrayRef<uint8_t> codeAndTable;

  /// Packs a source, a compiler and a kind of result into `kind`.
  static uint8_t kindOf(size_t source, bool isClang, ReturnClass returns) {
    return source | isClang << 3 | static_cast<uint8_t>(returns) << 4;
  }
  /// Reads an input. Returns nullopt if it has no code.
  static std::optional<CodeInput> read(llvm::ArrayRef<uint8_t> bytes);
  /// Returns the debug information of a program that has only this function.
  DebugInfo debugInfo() const;

  /// Functions that the code may call. They lie before the code.
  static constexpr llvm::StringLiteral callees[] = {
      "outside",           "abort",
      "longjmp",           "_setjmp",
      "__cxa_begin_catch", "__cxa_end_catch",
      "__cxa_throw",       "__cxa_allocate_exception",
      "__cxa_rethrow",     "_Unwind_Resume",
      "_ZN6CloserD1Ev",    "__stack_chk_fail"};
  static uint64_t addressOf(size_t callee) { return low - 16 * (callee + 1); }

private:
  void addRows(DebugInfo &info, DebugFunction &function) const;
};

inline std::optional<CodeInput> CodeInput::read(llvm::ArrayRef<uint8_t> bytes) {
  if (bytes.size() < headerSize)
    return std::nullopt;
  CodeInput input;
  input.kind = bytes[0];
  input.line = bytes[1];
  size_t rows = bytes[2] * rowSize;
  bytes = bytes.drop_front(headerSize);
  if (bytes.size() <= rows + tableSize)
    return std::nullopt;
  input.rows = bytes.take_front(rows);
  input.codeAndTable = bytes.drop_front(rows);
  input.code = input.codeAndTable.drop_back(tableSize);
  return input;
}

inline void CodeInput::addRows(DebugInfo &info, DebugFunction &function) const {
  LineRow row;
  row.address = low;
  for (size_t i = 0; i < rows.size(); i += rowSize) {
    row.address += rows[i];
    row.line = rows[i + 1];
    row.column = rows[i + 2];
    row.isStatement = rows[i + 3] & Statement;
    row.isPrologueEnd = rows[i + 3] & PrologueEnd;
    if (row.address >= function.high)
      return;
    if (rows[i + 3] & LandingPad)
      function.landingPads.push_back(row.address);
    if (rows[i + 3] & Label)
      info.codeAddressesInData.insert(row.address);
    // Rows with the same address are one row, as in the result of
    // readDebugInfo.
    if (!function.rows.empty() && function.rows.back().address == row.address)
      function.rows.pop_back();
    function.rows.push_back(row);
  }
}

inline DebugInfo CodeInput::debugInfo() const {
  DebugInfo info;
  info.segments = {{low, /*isCode=*/true, codeAndTable.vec()}};
  info.codeRanges = {{low, low + code.size()}};
  for (size_t i = 0; i < std::size(callees); ++i)
    info.symbols.emplace(addressOf(i), callees[i].str());
  llvm::StringRef source = seedSources[kind % 8 % std::size(seedSources)];
  info.files = {source.str()};
  CompilationUnit unit;
  unit.mainFile = info.files[0];
  unit.producer = kind & 8 ? "clang version 19" : "GNU C17 12.2.0";
  unit.isCxx = source.ends_with("cpp");
  info.units = {unit};
  DebugFunction function;
  function.name = "function";
  function.low = low;
  function.high = low + code.size();
  function.line = line;
  function.returns = ReturnClass(kind / 16 % 3);
  addRows(info, function);
  info.functions = {std::move(function)};
  return info;
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_CODEINPUT_H
