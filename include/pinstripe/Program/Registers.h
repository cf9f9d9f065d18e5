// Names the registers of x86-64 and describes sets of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This header has the only table of DWARF's register numbers. It also lists the
// registers in which the System V ABI passes arguments. The header needs no
// library, so code that runs inside the program under test can use it.

#ifndef PINSTRIPE_PROGRAM_REGISTERS_H
#define PINSTRIPE_PROGRAM_REGISTERS_H

#include <cstdint>

namespace pinstripe {

/// A set of parts of registers, with a bit for each part. A general register
/// has three parts: lowest byte, second byte and rest. So an instruction that
/// uses or sets one byte does not count as using or setting the whole register.
/// An example is the `mov al, 0` that compilers put before the call of a
/// variadic function.
using RegisterSet = uint64_t;

/// Numbers of general registers as in machine code. The first eight are rax 0,
/// rcx 1, rdx 2, rbx 3, rsp 4, rbp 5, rsi 6, rdi 7; the names of r8 to r15
/// contain their numbers.
enum GeneralRegister : uint8_t {
  RAX,
  RCX,
  RDX,
  RBX,
  RSP,
  RBP,
  RSI,
  RDI,
  R8,
  R9,
  R10,
  R11,
  R12,
  R13,
  R14,
  R15
};

constexpr RegisterSet generalRegister(unsigned number) {
  return RegisterSet(7) << (3 * number);
}
constexpr RegisterSet lowByte(unsigned number) {
  return RegisterSet(1) << (3 * number);
}
constexpr RegisterSet flagsRegister = RegisterSet(1) << 48;
/// Returns the bit of an xmm register in a set of registers. xmm14 and xmm15
/// share a bit, since a set has only 64 bits.
constexpr RegisterSet vectorRegister(unsigned number) {
  return RegisterSet(1) << (49 + (number < 14 ? number : 14));
}
constexpr RegisterSet allVectorRegisters = RegisterSet(0x7fff) << 49;
constexpr RegisterSet calleeSavedRegisters =
    generalRegister(RBX) | generalRegister(R12) | generalRegister(R13) |
    generalRegister(R14) | generalRegister(R15);

/// The registers in which a call passes integers and pointers, in the order of
/// the arguments.
constexpr GeneralRegister integerArguments[] = {RDI, RSI, RDX, RCX, R8, R9};

/// Returns the registers in which a call may pass arguments: rdi, rsi, rdx,
/// rcx, r8, r9, al and xmm0 to xmm7.
constexpr RegisterSet argumentRegisters() {
  RegisterSet set = lowByte(RAX);
  for (GeneralRegister number : integerArguments)
    set |= generalRegister(number);
  for (unsigned number = 0; number < 8; ++number)
    set |= vectorRegister(number);
  return set;
}

/// Converts DWARF's number of a general register into the number in machine
/// code. Only the numbers of the first eight registers differ (System V ABI for
/// x86-64, figure 3.36). DWARF's numbers from 16 on do not stand for general
/// registers.
constexpr uint8_t machineNumber(uint8_t dwarfNumber) {
  constexpr uint8_t numbers[] = {RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP};
  return dwarfNumber < 8 ? numbers[dwarfNumber] : dwarfNumber;
}

constexpr uint8_t dwarfNumber(uint8_t machine) {
  for (uint8_t number = 0; number < 8; ++number)
    if (machineNumber(number) == machine)
      return number;
  return machine;
}

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_REGISTERS_H
