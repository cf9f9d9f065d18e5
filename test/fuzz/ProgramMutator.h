// Damages executables for the fuzzers that read them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutation changes a few bytes inside one part of the file, so that the rest
// keeps its form.

#ifndef PINSTRIPE_TEST_FUZZ_PROGRAMMUTATOR_H
#define PINSTRIPE_TEST_FUZZ_PROGRAMMUTATOR_H

#include "Fuzzing.h"
#include "llvm/Object/ELFTypes.h"

namespace pinstripe::fuzzing {

using Part = llvm::MutableArrayRef<uint8_t>;

/// The parts of an executable file. The file may be damaged already, so only
/// parts that lie inside the file are listed.
class Parts {
public:
  explicit Parts(Part file) : file(file) { find(); }

  /// Chooses a part at random: mostly a section, rarely a header or the whole
  /// file.
  Part choose(Chance &chance) const {
    if (parts.empty() || chance.oneIn(50))
      return file;
    return chance.oneIn(8) ? tables[chance.below(tables.size())]
                           : parts[chance.below(parts.size())];
  }

private:
  void find() {
    if (file.size() < sizeof(llvm::object::ELF64LE::Ehdr))
      return;
    llvm::object::ELF64LE::Ehdr header;
    std::memcpy(&header, file.data(), sizeof(header));
    add(tables, 0, sizeof(header));
    add(tables, header.e_phoff,
        header.e_phnum * sizeof(llvm::object::ELF64LE::Phdr));
    add(tables, header.e_shoff,
        header.e_shnum * sizeof(llvm::object::ELF64LE::Shdr));
    for (size_t i = 0; i < header.e_shnum; ++i) {
      llvm::object::ELF64LE::Shdr section;
      size_t at = header.e_shoff + i * sizeof(section);
      if (at > file.size() || file.size() - at < sizeof(section))
        return;
      std::memcpy(&section, &file[at], sizeof(section));
      if (section.sh_type != llvm::ELF::SHT_NOBITS)
        add(parts, section.sh_offset, section.sh_size);
    }
  }
  void add(std::vector<Part> &list, uint64_t offset, uint64_t size) {
    if (size && offset < file.size() && size <= file.size() - offset)
      list.push_back(file.slice(offset, size));
  }

  Part file;
  std::vector<Part> parts; ///< The contents of sections.
  /// The headers of the file, of segments and of sections.
  std::vector<Part> tables;
};

/// Chooses a few bytes of a part, to be changed in place.
inline Part window(Part part, Chance &chance) {
  constexpr size_t widest = 64;
  size_t size = std::min(part.size(), 1 + chance.below(widest));
  return part.slice(chance.below(part.size() - size + 1), size);
}

/// Changes an executable as LLVMFuzzerCustomMutator must.
inline size_t mutateProgram(uint8_t *data, size_t size, size_t most,
                            unsigned seed) {
  Chance chance(seed);
  if (size == 0 || chance.oneIn(100))
    return LLVMFuzzerMutate(data, size, most);
  Parts parts(Part(data, size));
  do
    mutateInPlace(window(parts.choose(chance), chance));
  while (chance.oneIn(3));
  return size;
}

} // namespace pinstripe::fuzzing

#endif // PINSTRIPE_TEST_FUZZ_PROGRAMMUTATOR_H
