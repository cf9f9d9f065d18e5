// Decodes a detailed recording: the trace, and the instructions that the run
// executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The raw trace (the log) of a detailed recording has all records of a plain
// recording, and additional records for instructions. The decoder passes the
// plain records to a RawTraceDecoder, so it makes the same trace as for a plain
// recording. It reports the contents of the additional records to an
// ExecutionObserver.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H

#include "Patch/InstrumentedProgram.h"
#include "Records/RawTrace.h"
#include "pinstripe/Analysis/ExecutionObserver.h"
#include <map>

namespace pinstripe {

class DetailedDecoder : public RecordDecoder {
public:
  /// Makes a decoder, and reports the loaded modules to `observer` at once.
  /// `stackAddress` is any address on the program's stack. It is needed since
  /// many records have only the lower half of a stack address. All other
  /// arguments must outlive the decoder.
  DetailedDecoder(const InstrumentedProgram &program, const UnitTable &table,
                  const DataCode &code, const RecordingLimits &limits,
                  uint64_t stackAddress, ExecutionObserver &observer);

  size_t decode(llvm::ArrayRef<uint64_t> words) override;
  const std::optional<Ending> &ending() const override {
    return trace.ending();
  }
  bool isDamaged() const override { return damaged || trace.isDamaged(); }
  uint64_t eventCount() const override { return trace.eventCount(); }
  std::optional<EventIndex> currentEvent() const override {
    return trace.currentEvent();
  }

  /// Reports the last basic block to the observer, then returns the trace.
  Trace takeTrace() override {
    tellBlock();
    return trace.takeTrace();
  }

  // If the program has several threads, the following functions say whose
  // records are decoded. See ExecutionObserver.
  void enterThread(const ObservedThread &thread);
  void createThread(uint32_t created);
  void endThread() {
    tellBlock();
    observer.endThread();
  }

private:
  struct Hook {
    uint32_t block = native::none;
    /// How many words each execution of the hook's basic block adds to the log:
    /// one for each access to memory whose address only the run can tell.
    uint32_t words = 0;
    /// The traced function (one whose statements are recorded) that contains
    /// the hook's basic block; native::none if there is none.
    uint32_t function = native::none;
    /// True if the records of this hook are also needed for the trace, because
    /// the hook is at the entry of a statement or at a function's exit.
    bool hasEvent = false;
    /// True if rbp holds the frame address while the basic block is executed.
    bool hasFrame = false;
  };

  /// A basic block that is being executed. It is reported to the observer once
  /// all addresses that it accesses are known.
  struct OpenBlock {
    uint32_t block = native::none;
    /// Number of addresses that the block accesses and that must still be read
    /// from the log of the recording.
    uint32_t missing = 0;
    uint64_t frame = 0;
    TracePlace place;
    llvm::SmallVector<uint64_t, 16> words;
  };

  size_t decodeMark(llvm::ArrayRef<uint64_t> words);
  size_t decodeRecord(llvm::ArrayRef<uint64_t> words);
  size_t decodeLibrary(llvm::ArrayRef<uint64_t> words, bool isBegin);
  void addWord(uint64_t word);
  void beginBlock(const Hook &hook, uint64_t frame, TracePlace place);
  void tellBlock();
  void tellPlace(const TracePlace &place);
  void tellLibraryBegin(llvm::ArrayRef<uint64_t> words);
  void tellLibraryEnd(llvm::ArrayRef<uint64_t> words);
  LibraryCall callOf(uint64_t word) const;
  uint64_t wholeAddress(uint32_t low) const;
  size_t fail();

  const InstrumentedProgram &program;
  RawTraceDecoder trace;
  ExecutionObserver &observer;
  std::vector<Hook> hooks;
  /// An address on the program's stack. Many records have only the lower half
  /// of a stack address. Of all addresses with this lower half, the decoder
  /// takes the one that is nearest to `stackAddress`.
  uint64_t stackAddress;

  OpenBlock open;
  uint32_t thread = 0;
  /// The blocks in whose midst other threads have stopped.
  std::map<uint32_t, OpenBlock> interrupted;

  std::optional<TracePlace> told;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
