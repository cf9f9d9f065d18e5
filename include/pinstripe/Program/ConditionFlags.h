// Tells when a condition of x86 holds, and which flags make it hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sixteen conditions are numbered as in machine code: each odd one is the
// opposite of the even one before it. Code that Pinstripe puts into the program
// under test uses this header, too.

#ifndef PINSTRIPE_PROGRAM_CONDITIONFLAGS_H
#define PINSTRIPE_PROGRAM_CONDITIONFLAGS_H

#include <cstdint>

namespace pinstripe {

constexpr uint64_t carryFlag = 1, parityFlag = 4, adjustFlag = 0x10,
                   zeroFlag = 0x40, signFlag = 0x80, overflowFlag = 0x800;
constexpr uint64_t arithmeticFlags =
    carryFlag | parityFlag | adjustFlag | zeroFlag | signFlag | overflowFlag;

/// Returns the processor flag that decides about a condition. If this flag is
/// the only one that is set, an even condition holds, and an odd condition does
/// not hold. An even condition and the odd condition after it are opposites, so
/// they have the same flag. Conditions are numbered as in machine code.
constexpr uint64_t flagOf(uint8_t condition) {
  constexpr uint64_t flags[] = {overflowFlag, carryFlag,  zeroFlag, carryFlag,
                                signFlag,     parityFlag, signFlag, zeroFlag};
  return flags[(condition & 15) / 2];
}

constexpr bool holds(uint8_t condition, uint64_t flags) {
  bool isLess = ((flags & signFlag) != 0) != ((flags & overflowFlag) != 0);
  bool isEven = (flags & flagOf(condition)) != 0;
  switch ((condition & 15) / 2) {
  case 3: // below or equal
    isEven = (flags & (carryFlag | zeroFlag)) != 0;
    break;
  case 6: // less
    isEven = isLess;
    break;
  case 7: // less or equal
    isEven = isLess || (flags & zeroFlag) != 0;
    break;
  default:
    break;
  }
  return isEven != ((condition & 1) != 0);
}

/// Returns processor flags with which `condition` holds if `value` is true, and
/// does not hold if `value` is false. Bits of `flags` that no arithmetic
/// instruction sets stay as they are.
constexpr uint64_t flagsFor(uint8_t condition, bool value, uint64_t flags) {
  bool isEven = value != ((condition & 1) != 0);
  return (flags & ~arithmeticFlags) | (isEven ? flagOf(condition) : 0);
}

/// Adds a decision of the program to a digest (hash) of its decisions, and
/// returns the new digest. `flags` has the form of ax after `lahf` and `seto
/// al`: the low byte of the processor flags in ah, and the overflow flag in al.
/// The flag "adjust" is left out: no jump reads it, and some instructions leave
/// it undefined.
constexpr uint64_t decisionFactor = 0x5851f42d;
constexpr uint64_t decisionMask =
    (carryFlag | parityFlag | zeroFlag | signFlag) << 8 | 1;
constexpr uint64_t addDecision(uint64_t digest, uint64_t flags) {
  return digest * decisionFactor + (flags & decisionMask);
}

/// Converts the value of the register rflags into the form in which
/// `addDecision` takes the flags.
constexpr uint64_t decisionOf(uint64_t rflags) {
  return (rflags & 0xff) << 8 | ((rflags & overflowFlag) != 0 ? 1 : 0);
}

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_CONDITIONFLAGS_H
