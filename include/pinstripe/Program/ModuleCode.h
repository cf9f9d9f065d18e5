// Reads the code and symbols of an executable or shared library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is read from the ELF file: the bytes, the address ranges of code,
// the pointers to code, and the symbols. The debug information is not read, so
// even the C library takes only milliseconds. All addresses are those in the
// file. The loader may move the module to other addresses.

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

/// A range of addresses in a module's code or data, from `low` to `high` - 1.
struct CodeRange {
  uint64_t low = 0, high = 0;
  bool contains(uint64_t address) const {
    return address >= low && address < high;
  }
};

/// A function that a symbol table lists.
struct FunctionSymbol {
  std::string name;
  uint64_t address = 0;
  /// Size of the function's code; 0 if the symbol table does not tell it.
  uint64_t size = 0;
};

class ModuleCode {
public:
  /// Reads an ELF file. Returns a TargetError, which names the remedy, if the
  /// file does not exist, is not ELF, is for another architecture, or is not
  /// linked.
  static llvm::Expected<ModuleCode> read(const std::string &path);

  struct Segment {
    uint64_t address = 0;
    bool isCode = false;
    std::vector<uint8_t> bytes;
  };
  std::vector<Segment> segments;
  /// The address ranges of the sections that hold instructions. If the file has
  /// no section headers, these are the ranges of the executable segments. The
  /// ranges are sorted and disjoint.
  std::vector<CodeRange> codeRanges;
  /// The address ranges of the segments to which the program can write.
  std::vector<CodeRange> writableRanges;
  /// True if the module can be loaded at any address.
  bool isRelocatable = false;
  /// True if the file has a symbol table; false if the file was stripped.
  bool hasSymbolTable = false;
  /// Hash of the file's bytes, as hashModuleFile computes it.
  std::string hash;

  /// The functions in the symbol table, followed by those in the dynamic symbol
  /// table.
  std::vector<FunctionSymbol> functionSymbols;
  /// Maps the addresses of functions to their names. A stub of the procedure
  /// linkage table has the name of the function that it calls.
  std::map<uint64_t, std::string> symbols;
  /// Maps the address of each entry of the global offset table to a name. It is
  /// the name of the library function or variable whose address the loader puts
  /// into the entry.
  std::map<uint64_t, std::string> slots;
  /// Addresses of code that are stored in data, such as the targets of computed
  /// gotos and jump tables.
  std::set<uint64_t> codeAddressesInData;
  /// Maps the first address of each function to the function's landing pads. A
  /// landing pad is an address at which the unwinder enters the function after
  /// an exception.
  std::map<uint64_t, std::vector<uint64_t>> landingPads;

  /// Returns the bytes that the file loads at [address, address + size); an
  /// empty array if it does not load all of them.
  llvm::ArrayRef<uint8_t> bytesAt(uint64_t address, uint64_t size) const;
  bool isCode(uint64_t address) const;
  /// Returns the function called `name`; null if the module defines none.
  const FunctionSymbol *findFunction(llvm::StringRef name) const;
};

/// Returns a hash of the bytes of an executable or library, in hexadecimal. The
/// hash tells one build from another. Returns a TargetError if the file can't
/// be read.
llvm::Expected<std::string> hashModuleFile(llvm::StringRef path);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MODULECODE_H
