//===- DetailedDecoder.h - What a run executed, from its records -*- C++ -*-==//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The raw trace of a detailed recording holds that of a plain one: these
// records go to a RawTraceDecoder, so that the trace is the same. The rest is
// told to an ExecutionObserver.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_DETAILEDDECODER_H
#define PINSTRIPE_LIB_NATIVE_DETAILEDDECODER_H

#include "InstrumentedProgram.h"
#include "RawTrace.h"
#include "pinstripe/Analysis/ExecutionObserver.h"

namespace pinstripe {

class DetailedDecoder : public RecordDecoder {
public:
  /// `stackAddress`: somewhere on the program's stack. All must outlive the
  /// decoder. Tells at once which modules are loaded.
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

  /// Tells of the last block. Nothing is decoded after that.
  void finish() { tellBlock(); }
  Trace takeTrace() { return trace.takeTrace(); }

private:
  struct Hook {
    uint32_t block = native::none;
    uint32_t words = 0;               ///< of the block
    uint32_t function = native::none; ///< traced, of the block
    bool hasEvent = false;            ///< the trace has records of it
    bool hasFrame = false;            ///< of the block
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
  uint64_t stackAddress; ///< the last one that is known as a whole

  /// The block that is being executed.
  uint32_t block = native::none;
  uint32_t missing = 0; ///< words that it has yet to get
  uint64_t frame = 0;
  TracePlace place;
  llvm::SmallVector<uint64_t, 16> words;

  std::optional<TracePlace> told;
  bool damaged = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_DETAILEDDECODER_H
