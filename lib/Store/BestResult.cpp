// Holds the best result of a reduction so far, and formats and parses
// best.yaml.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/BestResult.h"
#include "PredicateYAML.h"
#include "pinstripe/Trace/TraceSize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

constexpr uint32_t bestFormatVersion = 1;

/// The fields of best.yaml. Fields that have the same form in BestResult are
/// members of `best`. Fields with another form are members of this struct. For
/// example, a set is a text such as "1-4 7" in the file.
struct BestFile {
  BestResult best;
  uint32_t version = bestFormatVersion;
  uint32_t events = 0;
  uint32_t kept = 0;
  std::string keptEvents = {};
  /// The number of statements of the traced program, which is the largest
  /// number that `keptUnits` may contain. 0 if the result is stored as events
  /// only.
  uint32_t units = 0;
  std::string keptUnits = {};
  std::string userPinned = {};
  std::string minimality = {};
  std::string granularity = {};
};

template <typename Id> std::string formatRanges(const IndexSet<Id> &set) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::ListSeparator space(" ");
  set.forEachRun([&](size_t first, size_t end) {
    stream << space << first + 1;
    if (end - first > 1)
      stream << '-' << end;
  });
  return text;
}

/// Adds a range of ids to the set, such as "7" or "1-4". Returns false if the
/// text is not a range, or if the numbers are too large for the set.
template <typename Id> bool addRange(llvm::StringRef range, IndexSet<Id> &set) {
  auto [firstText, lastText] = range.split('-');
  uint32_t first = 0, last = 0;
  if (firstText.getAsInteger(10, first))
    return false;
  last = first;
  if (range.contains('-') && lastText.getAsInteger(10, last))
    return false;
  if (first == 0 || last < first || last > set.universe())
    return false;
  set.insertRange(Id(first - 1), Id(last));
  return true;
}

/// Adds ranges such as "1-4 7" to the set. Returns the first range that can't
/// be added. Returns an empty text if all ranges were added.
template <typename Id>
llvm::StringRef addRanges(llvm::StringRef text, IndexSet<Id> &set) {
  llvm::SmallVector<llvm::StringRef> ranges;
  llvm::SplitString(text, ranges, " ");
  for (llvm::StringRef range : ranges)
    if (!addRange(range, set))
      return range;
  return "";
}

} // namespace

template <> struct llvm::yaml::MappingTraits<BestFile> {
  static void mapping(IO &io, BestFile &file) {
    io.mapRequired("version", file.version);
    io.mapRequired("events", file.events);
    io.mapRequired("kept", file.kept);
    io.mapRequired("kept-events", file.keptEvents);
    io.mapOptional("units", file.units, 0u);
    io.mapOptional("kept-units", file.keptUnits, std::string());
    BestResult &best = file.best;
    io.mapRequired("tests", best.tests);
    io.mapRequired("minimality", file.minimality);
    io.mapOptional("granularity", file.granularity, std::string("instance"));
    io.mapOptional("user-pinned", file.userPinned, std::string());
    io.mapOptional("predicate", best.predicate);
    io.mapOptional("flow", best.flow, Flow::Trace);
    io.mapOptional("unrecorded", best.unrecordedCalls,
                   UnrecordedCalls::Diverge);
    io.mapOptional("step", best.isStep, false);
  }
};

namespace pinstripe {

std::string formatBest(const BestResult &best) {
  BestFile file{best};
  file.events = best.kept.universe();
  file.kept = best.size();
  file.keptEvents = formatRanges(best.kept);
  file.units = best.keptUnits.universe();
  file.keptUnits = formatRanges(best.keptUnits);
  file.userPinned = formatRanges(best.userPinned);
  file.minimality = certificateName(best.certificate);
  file.granularity = granularityName(best.certificate.granularity).str();
  return writeYAML(file);
}

llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name) {
  constexpr llvm::StringLiteral remedy = "run `pinstripe reduce` again";
  BestFile file;
  if (llvm::Error error =
          readYAML(text, name, "result", bestFormatVersion, file, remedy))
    return error;
  auto refusal = [&](const llvm::Twine &what) {
    return llvm::make_error<TraceFormatError>(name + ": " + what + "; " +
                                              remedy);
  };
  // A set takes memory for each number that it could contain. So the numbers
  // have a limit; without it, a damaged file with huge numbers could make the
  // tool allocate too much memory.
  if (file.events > largestTrace || file.units > largestTrace)
    return refusal("an impossible number of events");
  BestResult &best = file.best;
  best.kept = EventSet(file.events);
  best.keptUnits = UnitSet(file.units);
  if (!file.userPinned.empty())
    best.userPinned = EventSet(file.events);
  for (auto [text, set] : {std::pair(&file.keptEvents, &best.kept),
                           {&file.userPinned, &best.userPinned}})
    if (llvm::StringRef range = addRanges(*text, *set); !range.empty())
      return refusal("no events of this trace: " + range);
  if (llvm::StringRef range = addRanges(file.keptUnits, best.keptUnits);
      !range.empty())
    return refusal("no units of this trace: " + range);
  if (best.size() != file.kept)
    return refusal("the number of kept events is wrong");
  auto certificate = findCertificate(file.minimality, file.granularity);
  if (!certificate)
    return refusal("an unknown certificate: " + file.minimality + ", " +
                   file.granularity);
  best.certificate = *certificate;
  return std::move(best);
}

} // namespace pinstripe
