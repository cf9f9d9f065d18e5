// Composes a command line that repeats what was done with a recorded case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspect/RepeatingCommand.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace pinstripe;

std::string pinstripe::caseDirectoryName(const CaseDirectory &directory,
                                         const Case &value) {
  llvm::StringRef path = directory.path();
  if (path.consume_front(value.launch.workingDirectory) &&
      path.consume_front("/"))
    return path.str();
  return directory.path();
}

namespace {

/// Collects the words of a command line.
class CommandLine {
public:
  void option(llvm::StringRef name, llvm::StringRef argument) {
    quoted(name.str() + " " + quoteForShell(argument));
  }
  /// Adds options as text. The text must already be quoted for a shell.
  void quoted(const std::string &text) { options += " " + text; }
  std::string text(llvm::StringRef verb, const LaunchSpec &launch) const {
    std::vector<std::string> program{launch.argument0};
    llvm::append_range(program, launch.arguments);
    return "pinstripe " + verb.str() + options + " -- " +
           quoteForShell(program);
  }

private:
  std::string options;
};

} // namespace

/// Adds the options with which the case was recorded.
static void addRecording(CommandLine &line, const Case &value) {
  const LaunchSpec &launch = value.launch;
  if (!launch.standardInput.empty())
    line.option("--stdin", launch.standardInput);
  for (const std::string &assignment : addedVariables(launch.environment))
    line.option("--env", assignment);
  if (launch.poison != LaunchSpec().poison)
    line.option("--poison", poisonName(launch.poison));
  if (launch.wallLimitSeconds != LaunchSpec().wallLimitSeconds)
    line.option("--timeout",
                llvm::formatv("{0}", launch.wallLimitSeconds).str());
  if (value.repeat != Case().repeat)
    line.option("--repeat", std::to_string(value.repeat));
  for (const CaseModule &module : value.modules)
    line.option("--module", module.path);
  if (!value.compilationDatabase.empty())
    line.option("-p", value.compilationDatabase);
  for (const std::string &limit : value.limits)
    line.option("--run-limit", limit);
}

/// Returns the options of a reduction that pin the events `pinned`. Pinned
/// events are always executed.
static std::vector<std::string>
optionsFor(const EventSet &pinned, const UnitTable &table, const Trace &trace) {
  // If each function has either all or none of its executed statements pinned
  // (always executed), the user has probably used --only or --skip to pin them.
  // So the command line has one of these options. Otherwise it lists the pinned
  // events with --keep-event.
  std::set<std::string> excluded, reduced;
  std::string numbers;
  for (uint32_t i = 0; i != trace.size(); ++i) {
    const UnitEntry &entry = table.entry(trace.entryOf(EventIndex(i)));
    bool isPinned = pinned.contains(EventIndex(i));
    (isPinned ? excluded : reduced)
        .insert(table.displayName(table.function(entry.function)));
    if (isPinned)
      numbers += (numbers.empty() ? "" : ",") + std::to_string(i + 1);
  }
  if (llvm::any_of(excluded,
                   [&](const auto &name) { return reduced.count(name); }))
    return {"--keep-event", numbers};
  bool isOnly = reduced.size() < excluded.size();
  std::vector<std::string> options;
  for (const std::string &name : isOnly ? reduced : excluded) {
    options.push_back(isOnly ? "--only" : "--skip");
    options.push_back(name);
  }
  return options;
}

static void addReduction(CommandLine &line, const BestResult &best,
                         const UnitTable &table, const Trace &trace) {
  if (best.flow == Flow::Guarded)
    line.option("--flow", flowName(best.flow));
  if (best.unrecordedCalls != UnrecordedCalls::Diverge)
    line.option("--unrecorded",
                best.unrecordedCalls == UnrecordedCalls::Skip ? "skip" : "run");
  // A result whose elements are instances (single executions of statements)
  // does not show that the user asked for instances. By default, a long run is
  // first reduced by statement and then perhaps by instance. So the command
  // line gets no option --granularity for such a result.
  Granularity granularity = best.certificate.granularity;
  if (granularity != Granularity::Instance &&
      granularity != defaultGranularity(trace, best.userPinned))
    line.option("--granularity", granularityName(granularity));
  if (best.userPinned.isUnset() || best.userPinned.none())
    return;
  std::vector<std::string> options = optionsFor(best.userPinned, table, trace);
  for (size_t i = 0; i + 1 < options.size(); i += 2)
    line.option(options[i], options[i + 1]);
}

std::string pinstripe::repeatingCommand(const CaseDirectory &directory,
                                        const Case &value,
                                        const UnitTable &table,
                                        const Trace &trace,
                                        const BestResult *best) {
  CommandLine line;
  std::string name = caseDirectoryName(directory, value);
  if (name != CaseDirectory::defaultName)
    line.option("-o", name);
  addRecording(line, value);
  if (best)
    addReduction(line, *best, table, trace);
  const PredicateSpec &predicate = best ? best->predicate : value.predicate;
  if (!predicate.isEmpty())
    for (const std::string &option : describePredicates(predicate))
      line.quoted(option);
  return line.text(best ? "reduce" : "record", value.launch);
}
