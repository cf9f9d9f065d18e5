// Decodes a detailed recording: its trace, and the instructions of the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The raw trace has the same records as that of a plain recording, and more.
// The former go to a RawTraceDecoder, so the trace is the same; an
// ExecutionObserver is told of the others.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H

#include "Patch/InstrumentedProgram.h"
#include "Records/RawTrace.h"
#include "pinstripe/Analysis/ExecutionObserver.h"

namespace pinstripe {

class DetailedDecoder : public RecordDecoder {
public:
  /// Tells the observer at once which modules are loaded. `stackAddress` is any
  /// address on the program's stack. All other arguments must outlive the
  /// decoder.
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

  /// Returns the trace. Before that, tells the observer of the last block.
  Trace takeTrace() override {
    tellBlock();
    return trace.takeTrace();
  }

private:
  struct Hook {
    uint32_t block = native::none;
    /// How many accessed addresses the block stores each time.
    uint32_t words = 0;
    /// The traced function that has the block.
    uint32_t function = native::none;
    /// Whether the hook of the block also makes a record for the trace.
    bool hasEvent = false;
    bool hasFrame = false; ///< Whether rbp is the frame address in the block.
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
  /// A full address on the stack. Addresses whose lower half alone is known lie
  /// near it.
  uint64_t stackAddress;

  /// The basic block that is being executed. The observer is told of a block
  /// when all its accessed addresses are known.
  uint32_t block = native::none;
  /// How many accessed addresses of the block are still to come.
  uint32_t missing = 0;
  uint64_t frame = 0;
  TracePlace place;
  llvm::SmallVector<uint64_t, 16> words;

  std::optional<TracePlace> told;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
