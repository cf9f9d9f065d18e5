// Writes JSON in the forms that the results of all verbs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_JSONWRITER_H
#define PINSTRIPE_LIB_REPORT_JSONWRITER_H

#include "KindNames.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/JSON.h"

namespace pinstripe {

/// Writes one JSON document about the program that a unit table describes. Each
/// member function writes one or more attributes of the JSON object that is
/// being written.
class JSONWriter : public llvm::json::OStream {
public:
  JSONWriter(const UnitTable &table, llvm::raw_ostream &stream)
      : OStream(stream, /*IndentSize=*/2), table(table) {}

  /// Writes a text, such as source code or an argument, as valid UTF-8: bytes
  /// that are not UTF-8 are replaced.
  void text(llvm::StringRef name, llvm::StringRef text);
  /// Writes a text, as text() does, or null in place of an empty text.
  void textOrNull(llvm::StringRef name, llvm::StringRef text);
  void texts(llvm::StringRef name, llvm::ArrayRef<std::string> texts);
  template <typename T>
  void valueOrNull(llvm::StringRef name, const std::optional<T> &value) {
    attribute(name, value ? llvm::json::Value(*value) : nullptr);
  }
  /// Writes an array with an object for each element, filled by
  /// `write(element)`.
  template <typename Range, typename Write>
  void objects(llvm::StringRef name, Range &&range, Write write) {
    attributeArray(name, [&] {
      for (auto &&each : range)
        object([&] { write(each); });
    });
  }
  /// Writes a number, such as a measured time, rounded to four decimals. More
  /// decimals would say nothing about a measured time.
  void decimal(llvm::StringRef name, double value);

  void tool(llvm::StringRef version);
  /// Writes where a range begins: `file`, `line` and `column`.
  void place(const SourceRange &range);
  /// Writes where a range begins, as place() does, and where it ends.
  void extent(const SourceRange &range);
  /// Writes the name of a function as `function`, and the library that contains
  /// the function as `module`, as module() does.
  void function(const TracedFunction &function);
  /// Writes as `module` the library that contains an address. Writes nothing if
  /// the address belongs to the program itself.
  void module(uint64_t address);

  const UnitTable &table;
};

/// Writes the result of a verb about a recorded run.
class ResultWriter : public JSONWriter {
public:
  ResultWriter(const RunHeader &run, llvm::raw_ostream &stream)
      : JSONWriter(run.table, stream), run(run), trace(run.trace),
        instances(run.table, run.trace) {}

  /// Writes the fields with which all results begin: `pinstripe`, `case`,
  /// `engine` and `trace`.
  void header();
  /// Writes the fields of a crash.
  void crash(const CrashDescription &crash);
  void uninitialised(const UninitialisedMemory &memory);
  /// Writes `trace`, the size of the recorded run.
  void sizes();
  /// Writes the `index` of an event, from 1.
  void index(EventIndex event);
  /// Writes those fields of an event that all results have.
  void event(EventIndex index);
  /// Writes the place and the function of an event's statement unit.
  void unitOf(EventIndex event);
  /// Writes the first `max` events of a set as `events`, and the number of
  /// written events as `listed`. If there are more events, `cut` says so, and
  /// gives `remedy`, which tells the user how to get all events. If `remedy` is
  /// empty, `cut` is not written.
  void events(const EventSet &set, uint64_t max, llvm::StringRef remedy,
              llvm::function_ref<void(EventIndex)> writeMore);
  /// Writes `lines`: for each line where a unit begins, how many instances the
  /// recorded run has executed, and how many of them are in `kept`.
  void lines(const EventSet &kept);
  void replacedValue(const ReplacedValue &value);

  /// Returns for each unit (the index is a UnitId) how many of its events are
  /// in `kept`.
  std::vector<int64_t> keptOfUnits(const EventSet &kept) const;

  const RunHeader &run;
  const Trace &trace;
  InstanceTable instances;
};

/// Writes a whole JSON document: one object with the fields that header()
/// writes and those that `writeBody` writes.
void writeDocument(const RunHeader &run, llvm::raw_ostream &stream,
                   llvm::function_ref<void(ResultWriter &)> writeBody);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_JSONWRITER_H
