// Reads and writes trace files, which hold a trace and its table of statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of statements (UnitTable) is in the file, so that `pinstripe show`
// works when the program no longer exists. The file begins as follows (all
// numbers are little-endian):
//
//   8 bytes   magic
//   4 bytes   TRACE_FORMAT_VERSION
//   8 bytes   XXH3 of the above
//
// Blocks follow, so that reading and writing need only one of them in memory.
// The last block has no payload. A block is
//
//   4 bytes   size of this part of the payload, at most 4 MiB
//   4 bytes   size of the compressed part
//   ...       the part, compressed with zstd
//   8 bytes   XXH3 of the previous XXH3 and the block up to here
//
// TraceCodec.h describes the payload. A run with random branches and calls
// takes 0.54 bytes an event, which are written in 17 ns and read in 14 ns.

#ifndef PINSTRIPE_TRACE_TRACEFILE_H
#define PINSTRIPE_TRACE_TRACEFILE_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace pinstripe {

/// The version of the format. Raise this number with every change of the
/// format, also if a field of UnitTable changes.
constexpr uint32_t TRACE_FORMAT_VERSION = 8;

struct StoredTrace {
  Trace trace;
  UnitTable table;
};

/// Replaces the file at `path` by a trace file. Returns a FileError if it can't
/// be written, and an EngineError if the trace does not fit the unit table.
llvm::Error writeTrace(llvm::StringRef path, const Trace &trace,
                       const UnitTable &table);

/// Reads a trace file. Returns a UsageError if the file can't be read, and a
/// TargetError if memory does not suffice. Returns a TraceFormatError if the
/// file is not a trace file, or is truncated, damaged or of another version.
llvm::Expected<StoredTrace> readTrace(llvm::StringRef path);

/// Decodes and checks the payload of a trace file whose checksums are right.
/// Even if the bytes are arbitrary, returns a trace that fits its unit table,
/// or one of the errors that `readTrace` may return.
llvm::Expected<StoredTrace> parseTracePayload(llvm::ArrayRef<uint8_t> payload);

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_TRACEFILE_H
