// What all JSON outputs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_JSONWRITING_H
#define PINSTRIPE_LIB_REPORT_JSONWRITING_H

#include "Names.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/JSON.h"

namespace pinstripe {

/// JSON is UTF-8, sources and arguments need not be.
inline std::string utf8(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// The object that names tool and format version.
void writeToolJSON(llvm::json::OStream &json, llvm::StringRef version);

/// The attribute that names the module of this table address, unless that is
/// the program.
void writeLibraryJSON(llvm::json::OStream &json, const UnitTable &table,
                      uint64_t address);

/// The attributes `case`, `engine` and `trace`.
void writeCaseJSON(llvm::json::OStream &json, const CaseDescription &theCase);
void writeEngineJSON(llvm::json::OStream &json,
                     const EngineDescription &engine);
void writeTraceJSON(llvm::json::OStream &json, const Trace &trace,
                    const InstanceTable &instances);

/// The attributes that an event shares with others of its unit.
void writeUnitJSON(llvm::json::OStream &json, const UnitTable &table,
                   const Event &event);
/// Those that all outputs have of an event.
void writeEventJSON(llvm::json::OStream &json, const UnitTable &table,
                    const Trace &trace, const InstanceTable &instances,
                    EventIndex index);
/// The array `lines`: per line where a unit starts how many instances were
/// executed in the recorded run, and of `keptOfUnit` how many were kept.
void writeLinesJSON(llvm::json::OStream &json, const UnitTable &table,
                    const InstanceTable &instances,
                    llvm::ArrayRef<int64_t> keptOfUnit);

/// The attribute `replaced`.
void writeReplacedJSON(llvm::json::OStream &json, const ReplacedValue &value);

/// Seconds with as many digits as the clock deserves.
double rounded(double value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_JSONWRITING_H
