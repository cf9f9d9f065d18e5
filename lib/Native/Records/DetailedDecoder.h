// Decodes a detailed recording: its trace, and the instructions of the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A detailed raw trace contains all records of a plain one. These go to a
// RawTraceDecoder, so the trace is the same. An ExecutionObserver is told the
// rest.

#ifndef PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
#define PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H

#include "Patch/InstrumentedProgram.h"
#include "Records/RawTrace.h"
#include "pinstripe/Analysis/ExecutionObserver.h"

namespace pinstripe {

class DetailedDecoder : public RecordDecoder {
public:
  /// Tells the observer at once which modules are loaded. `stackAddress` is any
  /// address on the program's stack. The other arguments must outlive the
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

  /// Tells the observer of the last block as well.
  Trace takeTrace() override {
    tellBlock();
    return trace.takeTrace();
  }

private:
  struct Hook {
    uint32_t block = native::none;
    uint32_t words = 0;               ///< How many words belong to the block.
    uint32_t function = native::none; ///< Traced function of the block.
    bool hasEvent = false; ///< Whether the hook's records are in the trace.
    bool hasFrame = false; ///< Whether rbp is the frame address there.
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
  /// The last stack address of which all 64 bits are known.
  uint64_t stackAddress;

  /// The block that is being executed. The observer is told of it later.
  uint32_t block = native::none;
  uint32_t missing = 0; ///< How many of the block's words are still to come.
  uint64_t frame = 0;
  TracePlace place;
  llvm::SmallVector<uint64_t, 16> words;

  std::optional<TracePlace> told;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_RECORDS_DETAILEDDECODER_H
