// Makes system calls without libc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a system call fails, its result is the negative errno value.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_SYSTEMCALLS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_SYSTEMCALLS_H

#include <cstdint>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>

namespace pinstripe::native {

inline long enterKernel(long number, uint64_t a = 0, uint64_t b = 0,
                        uint64_t c = 0, uint64_t d = 0, uint64_t e = 0,
                        uint64_t f = 0) {
  long result = 0;
  register uint64_t r10 __asm__("r10") = d;
  register uint64_t r8 __asm__("r8") = e;
  register uint64_t r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

/// Makes a system call with arguments that are numbers or pointers, and returns
/// its result.
template <typename... Arguments>
long systemCall(long number, Arguments... arguments) {
  return enterKernel(number, uint64_t(arguments)...);
}

template <typename T> uint64_t addressOf(T *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// Reads the start of a file. Returns the number of bytes read; negative if the
/// file can't be opened.
template <uint64_t size> long readFile(const char *path, char (&text)[size]) {
  long file = systemCall(SYS_openat, AT_FDCWD, path, O_RDONLY);
  if (file < 0)
    return file;
  long read = systemCall(SYS_read, file, text, size);
  systemCall(SYS_close, file);
  return read < 0 ? 0 : read;
}

// The following functions append a text or a number to a buffer of characters.
// Each returns a pointer to the end of the appended characters.

inline char *append(char *place, const char *text) {
  while (*text != 0)
    *place++ = *text++;
  return place;
}
inline char *append(char *place, uint64_t number) {
  if (number >= 10)
    place = append(place, number / 10);
  *place++ = static_cast<char>('0' + number % 10);
  return place;
}

inline void futexWake(uint32_t *word) {
  systemCall(SYS_futex, word, FUTEX_WAKE, 0x7fffffff);
}
/// Waits until another process has changed `*word` from `value` to another
/// value. Uses a futex.
inline void futexWait(uint32_t *word, uint32_t value) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    systemCall(SYS_futex, word, FUTEX_WAIT, value);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_SYSTEMCALLS_H
