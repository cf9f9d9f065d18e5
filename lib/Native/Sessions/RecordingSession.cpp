// Launches a program to make one recording, with a shared buffer for the log.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sessions/RecordingSession.h"
#include "Libraries/LibraryModels.h"
#include <sys/mman.h>

using namespace pinstripe;

void RecordingSession::addRegions(TargetMemory &memory) const {
  memory.addShared(native::ringAddress,
                   uint64_t(ringChunks) * native::chunkSize,
                   PROT_READ | PROT_WRITE);
  if (mode != native::RunMode::DetailedRecording)
    return;
  const LibraryModels &models = LibraryModels::get();
  memory.addTable(native::libraryCallsAddress,
                  llvm::ArrayRef(instrumented.libraryCalls));
  memory.addTable(native::modelsAddress, llvm::ArrayRef(models.records));
  memory.addTable(native::effectsAddress, llvm::ArrayRef(models.effects));
  memory.addTable(native::targetsAddress, llvm::ArrayRef(instrumented.targets));
  memory.addTable(native::codeRangesAddress,
                  llvm::ArrayRef(instrumented.codeRanges));
  memory.addPrivate(native::libraryStateAddress, native::libraryStateSize);
  memory.addPrivate(native::scratchAddress, native::chunkSize);
}

void RecordingSession::describe(native::Setup &setup) const {
  setup.chunks = ringChunks;
  setup.targets = static_cast<uint32_t>(instrumented.targets.size());
  setup.codeRanges = static_cast<uint32_t>(instrumented.codeRanges.size());
  setup.standardInput = instrumented.standardInput;
  setup.openStreams = instrumented.openStreams;
}

llvm::Error RecordingSession::openViews(TargetMemory &memory) {
  return memory.openView(native::ringAddress, ringWords);
}
