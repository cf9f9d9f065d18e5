// Finds out what library calls of a stopped process read and write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stepping/SteppedLibrary.h"
#include "Libraries/LibraryModels.h"
#include <cstring>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace pinstripe;

static constexpr size_t cachedPages = 16;
static thread_local SteppedLibrary *current = nullptr;

SteppedLibrary::SteppedLibrary(const InstrumentedProgram &program, pid_t pid,
                               std::vector<uint64_t> &words)
    : program(program), pid(pid), words(words),
      libraryState(std::make_unique<native::LibraryState>()),
      pages(cachedPages) {}

SteppedLibrary::Entered::Entered(SteppedLibrary &library) {
  current = &library;
}

SteppedLibrary::Entered::~Entered() { current = nullptr; }

void SteppedLibrary::forgetMemory() {
  for (Page &page : pages)
    page.address = ~uint64_t(0);
}

native::LibraryTables SteppedLibrary::tables() const {
  const LibraryModels &models = LibraryModels::get();
  return {program.hooks.data(),
          program.libraryCalls.data(),
          models.records.data(),
          models.effects.data(),
          program.targets.data(),
          program.codeRanges.data(),
          static_cast<uint32_t>(program.targets.size()),
          static_cast<uint32_t>(program.codeRanges.size()),
          program.standardInput,
          program.openStreams};
}

const SteppedLibrary::Page &SteppedLibrary::pageAt(uint64_t address) {
  Page &page = pages[address / native::pageSize % pages.size()];
  if (page.address != address) {
    page.address = address;
    // process_vm_readv is used because it reads only memory that the program
    // itself can read. /proc/PID/mem would also give memory that the program
    // can't read.
    iovec here{page.bytes.data(), page.bytes.size()};
    iovec there{reinterpret_cast<void *>(address), page.bytes.size()};
    page.isThere = ::process_vm_readv(pid, &here, 1, &there, 1, 0) ==
                   static_cast<ssize_t>(page.bytes.size());
  }
  return page;
}

uint64_t SteppedLibrary::copy(uint8_t *to, uint64_t from, uint64_t size) {
  uint64_t done = 0;
  while (done < size) {
    uint64_t offset = (from + done) % native::pageSize;
    const Page &page = pageAt(from + done - offset);
    if (!page.isThere)
      break;
    uint64_t part = std::min(size - done, native::pageSize - offset);
    std::memcpy(to + done, page.bytes.data() + offset, part);
    done += part;
  }
  // Recordings must not depend on the engine. So if some bytes can't be read,
  // the result must be the same number that copyGuarded returns in the process
  // under test. copyGuarded copies whole words first, and then the last bytes
  // one by one.
  constexpr uint64_t word = 8;
  return done < size / word * word ? done / word * word : done;
}

/// Describes an open file of the program.
static std::optional<struct stat> openFile(pid_t pid, int descriptor) {
  std::string path =
      ("/proc/" + llvm::Twine(pid) + "/fd/" + llvm::Twine(descriptor)).str();
  struct stat file;
  if (::stat(path.c_str(), &file) != 0)
    return std::nullopt;
  return file;
}

int64_t SteppedLibrary::outputSize() const {
  auto output = openFile(pid, STDOUT_FILENO);
  return output ? output->st_size : -1;
}

bool SteppedLibrary::isStandardOutput(int32_t descriptor) const {
  auto file = openFile(pid, descriptor);
  auto output = openFile(pid, STDOUT_FILENO);
  return file && output && file->st_dev == output->st_dev &&
         file->st_ino == output->st_ino;
}

void SteppedLibrary::record(native::RawMark mark,
                            llvm::ArrayRef<uint64_t> content) {
  uint32_t tag = static_cast<uint32_t>(native::RecordTag::Other) |
                 static_cast<uint32_t>(mark);
  words.push_back(uint64_t(tag) << 32 | content.size());
  words.insert(words.end(), content.begin(), content.end());
}

// The following functions are declared in Runtime/Library.h. The definitions
// here are for a program that ptrace stops at each hook.

namespace pinstripe::native {

LibraryTables libraryTables() { return current->tables(); }

LibraryState &libraryState() { return current->state(); }

uint64_t copyGuarded(void *to, uint64_t from, uint64_t size) {
  return current->copy(static_cast<uint8_t *>(to), from, size);
}

int64_t outputSize() { return current->outputSize(); }

bool isStandardOutput(int32_t descriptor) {
  return current->isStandardOutput(descriptor);
}

void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count) {
  current->record(mark, {words, count});
}

void setPendingReturn(uint32_t hook) { current->pendingReturn = hook; }

/// The process is stopped while its library calls are recorded, so signals need
/// not be held back.
void holdSignals() {}
void releaseSignals() {}

} // namespace pinstripe::native
