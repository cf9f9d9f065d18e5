//===- ModuleCode.h - The code of an executable or library ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ELF alone says of a module: its bytes, which of them are code, what
// points into code, its symbols. No DWARF is read, so that a C library costs
// milliseconds. All addresses are those of the file, without load bias.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_MODULECODE_H
#define PINSTRIPE_PROGRAM_MODULECODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// Addresses [low, high).
struct CodeRange {
  uint64_t low = 0, high = 0;
  bool contains(uint64_t address) const {
    return address >= low && address < high;
  }
};

/// A function of a symbol table.
struct FunctionSymbol {
  std::string name;
  uint64_t address = 0;
  uint64_t size = 0; ///< 0 if the table does not say
};

class ModuleCode {
public:
  /// TargetErrors name the remedy: no such file, not ELF, another
  /// architecture, not linked.
  static llvm::Expected<ModuleCode> read(const std::string &path);

  struct Segment {
    uint64_t address = 0;
    bool isCode = false;
    std::vector<uint8_t> bytes;
  };
  std::vector<Segment> segments;
  /// Sorted and disjoint: the sections with instructions, or where there are
  /// no section headers the executable segments.
  std::vector<CodeRange> codeRanges;
  /// Of the segments that can be written to, as they are loaded.
  std::vector<CodeRange> writableRanges;
  /// Loaded anywhere, as opposed to at the addresses of the file.
  bool isRelocatable = false;
  bool hasSymbolTable = false; ///< false: stripped
  std::string hash;            ///< of the file: see hashModuleFile

  /// Symbol tables, the dynamic one too, in this order.
  std::vector<FunctionSymbol> functionSymbols;
  /// Names of functions by address, stubs of the linkage table included.
  std::map<uint64_t, std::string> symbols;
  /// Slots of the global offset table that hold functions of libraries.
  std::map<uint64_t, std::string> slots;
  /// Addresses of code that stand in data: computed goto, jump tables.
  std::set<uint64_t> codeAddressesInData;
  /// By first address of a function: where the unwinder enters it.
  std::map<uint64_t, std::vector<uint64_t>> landingPads;

  /// The loaded bytes at [address, address + size); empty if not all there.
  llvm::ArrayRef<uint8_t> bytesAt(uint64_t address, uint64_t size) const;
  bool isCode(uint64_t address) const;
  /// Null if the module defines no function of this name.
  const FunctionSymbol *findFunction(llvm::StringRef name) const;
};

/// What tells one build of a module from another: the hash of the file's
/// bytes, hexadecimal. A TargetError if it can't be read.
llvm::Expected<std::string> hashModuleFile(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MODULECODE_H
