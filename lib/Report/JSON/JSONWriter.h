// Writes the parts of the JSON output that all verbs of Pinstripe share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_JSONWRITER_H
#define PINSTRIPE_LIB_REPORT_JSONWRITER_H

#include "KindNames.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Result/ReferenceSummary.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/JSON.h"

namespace pinstripe {

/// Writes a JSON document about a program, whose statements `table` describes.
/// Each member function writes attributes of the JSON object that is being
/// written.
class JSONWriter : public llvm::json::OStream {
public:
  JSONWriter(const UnitTable &table, llvm::raw_ostream &stream)
      : JSONWriter(table, stream, /*indent=*/2) {}
  /// Makes a writer that indents the lines of the document by `indent` blanks
  /// for each level. If `indent` is 0, the whole document is one line.
  JSONWriter(const UnitTable &table, llvm::raw_ostream &stream, unsigned indent)
      : OStream(stream, indent), table(table) {}

  /// Writes a text, such as source code or an argument. Bytes that are not
  /// valid UTF-8 are replaced.
  void text(llvm::StringRef name, llvm::StringRef text);
  /// Writes a text as text() does, but null if the text is empty.
  void textOrNull(llvm::StringRef name, llvm::StringRef text);
  void texts(llvm::StringRef name, llvm::ArrayRef<std::string> texts);
  template <typename T>
  void valueOrNull(llvm::StringRef name, const std::optional<T> &value) {
    attribute(name, value ? llvm::json::Value(*value) : nullptr);
  }
  /// Writes an array of objects, one for each element of `range`. For each
  /// element, `write` is called and writes the attributes of the object.
  template <typename Range, typename Write>
  void objects(llvm::StringRef name, Range &&range, Write write) {
    attributeArray(name, [&] {
      for (auto &&each : range)
        object([&] { write(each); });
    });
  }
  /// Writes a number rounded to four decimals. Most of these numbers are
  /// measured times, which are not more exact.
  void decimal(llvm::StringRef name, double value);

  /// Writes `tests`: an object that says how many tests had each effect.
  /// `counts` has the numbers; its index is an Effect.
  template <typename Counts> void effectCounts(const Counts &counts) {
    attributeObject("tests", [&] {
      for (size_t i = 0; i != counts.size(); ++i)
        attribute(kebab(nameOf(static_cast<Effect>(i))), counts[i]);
    });
  }

  /// Writes `reference`: an object that says how many runs were made with a
  /// reference program, and where they are stored. Writes null if `summary` is
  /// nullopt.
  void reference(const std::optional<ReferenceSummary> &summary);

  /// Writes `tests`: an object that says how many tests a search in an input, a
  /// command line or the like has made, by outcome and cause.
  void tests(const SearchSummary &summary);

  void tool(llvm::StringRef version);
  /// Writes where a range of source text begins: `file`, `line` and `column`.
  void place(const SourceRange &range);
  /// Writes where a range of source text begins, as place() does, and also
  /// where it ends.
  void extent(const SourceRange &range);
  /// Writes the name of a function as `function`, and the library that contains
  /// the function, if any, as `module`.
  void function(const TracedFunction &function);
  /// Writes `module`: the name of the library whose code contains an address.
  /// Writes nothing if the address belongs to the program itself.
  void module(uint64_t address);

  const UnitTable &table;
};

/// Writes the result of a verb (a Pinstripe command such as `reduce` or
/// `slice`) that works on a recorded run.
class ResultWriter : public JSONWriter {
public:
  ResultWriter(const RunHeader &run, llvm::raw_ostream &stream)
      : JSONWriter(run.table, stream), run(run), trace(run.trace),
        instances(run.table, run.trace) {}

  /// Writes the fields with which all results begin: `pinstripe`, `case`,
  /// `engine` and `trace`.
  void header();
  /// Writes how and where the recorded run crashed.
  void crash(const CrashDescription &crash);
  void uninitialised(const UninitialisedMemory &memory);
  /// Writes `trace`: the size of the recorded run, how it crashed if it did,
  /// and where it used uninitialised memory if that is known.
  void sizes();
  /// Writes the position of an event in the run as `index`, counted from 1.
  void index(EventIndex event);
  /// Writes the attributes of an event that are the same in the results of all
  /// verbs.
  void event(EventIndex index);
  /// Writes where the statement of an event is, and in which function.
  void unitOf(EventIndex event);
  /// Writes the first `max` events of a set as `events`, and the number of
  /// written events as `listed`. Also writes `cut`: null if all events are
  /// listed. Otherwise `cut` is a text that says that some events are left out,
  /// and that ends with `remedy`, a hint how to list all of them. If `remedy`
  /// is empty, `cut` is not written.
  void events(const EventSet &set, uint64_t max, llvm::StringRef remedy,
              llvm::function_ref<void(EventIndex)> writeMore);
  /// Writes `lines`, an array with an object for each source line on which an
  /// executed statement begins. The object says how many statement instances
  /// the recorded run has on the line, and how many of them are in the set
  /// `kept`.
  void lines(const EventSet &kept);
  void replacedValue(const ReplacedValue &value);

  /// Returns how many events of each statement unit are in `kept`. The result
  /// is indexed by UnitId.
  std::vector<int64_t> keptOfUnits(const EventSet &kept) const;

  const RunHeader &run;
  const Trace &trace;
  InstanceTable instances;
};

/// Writes a whole JSON document with one object. The attributes that all
/// results begin with come first. Then `writeBody` writes further attributes.
void writeDocument(const RunHeader &run, llvm::raw_ostream &stream,
                   llvm::function_ref<void(ResultWriter &)> writeBody);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_JSONWRITER_H
