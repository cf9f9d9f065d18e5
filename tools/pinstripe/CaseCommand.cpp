// The common part of all verbs that work on a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace pinstripe;

CaseCommand::CaseCommand(CLI::App &tool, VerbDescription text,
                         CaseOptions::Scope scope)
    : Command(tool, std::move(text)), caseOptions(*options, scope),
      listedEvents(defaultListedEvents) {}

void CaseCommand::addJSON() {
  options
      ->add_option("--json", json,
                   "Write the result as JSON to this file; -: to standard "
                   "output, in place of the text")
      ->option_text("FILE")
      ->group(group::output);
}

void CaseCommand::addAnnotations() {
  options
      ->add_option("--annotations", annotationFormat,
                   "Also print the most important lines in the form in which "
                   "a CI system shows them beside the source, at most 10: "
                   "github: `::warning file=...`, with paths below the "
                   "repository")
      ->check(CLI::IsMember({"github"}))
      ->option_text("github")
      ->group(group::output);
}

std::string pinstripe::repositoryFolder() {
  if (const char *workspace = std::getenv("GITHUB_WORKSPACE");
      workspace && *workspace)
    return workspace;
  llvm::SmallString<256> current;
  if (llvm::sys::fs::current_path(current))
    return "";
  for (llvm::StringRef folder = current; !folder.empty();
       folder = llvm::sys::path::parent_path(folder)) {
    llvm::SmallString<256> mark(folder);
    llvm::sys::path::append(mark, ".git");
    if (llvm::sys::fs::exists(mark))
      return folder.str();
  }
  return current.str().str();
}

void CaseCommand::addListedEvents(const std::string &help) {
  options
      ->add_option("--json-events", listedEvents,
                   help + " [" + std::to_string(defaultListedEvents) + "]")
      ->transform(allOrNumber())
      ->option_text("N|all")
      ->group(group::output);
}

void CaseCommand::addMaxTime(std::optional<double> seconds) {
  maxSeconds = seconds;
  std::string byDefault;
  if (seconds)
    byDefault = llvm::formatv(" [{0:f0}]", *seconds);
  options
      ->add_option("--max-time", maxSeconds,
                   "Stop after this time, with what there is: all that the "
                   "command does counts, from the recording to the report" +
                       byDefault)
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group(group::budget);
}

void CaseCommand::addLanes(const std::string &runs) {
  options
      ->add_option("-j,--jobs", lanes,
                   runs + " at once: a number, or auto: as many as there are "
                          "processors where that saves time, and one with "
                          "LLDB [auto]. The result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::max))
      ->option_text("N")
      ->group(group::search);
}

LaneOptions CaseCommand::laneOptions(const RecordOptions &record) const {
  LaneOptions result;
  if (lanes != 0)
    result.lanes = lanes;
  result.say = record.say;
  return result;
}

/// Returns how many seconds of `--max-time` to leave for making the result and
/// its report. That takes up to 0.25 microseconds for each event of the trace.
static double secondsForReport(const Trace &trace, const Deadline &deadline) {
  return std::min(0.25e-6 * trace.size(), 0.2 * deadline.secondsLeft());
}

llvm::Expected<ExitStatus> CaseCommand::withCase(Obtain obtain, Work work) {
  Stopwatch stopwatch;
  Deadline deadline = maxSeconds ? Deadline::after(*maxSeconds) : Deadline();
  if (llvm::Error error = checkOutputFile(json))
    return error;
  if (json == "-" && !annotationFormat.empty())
    return llvm::make_error<UsageError>(
        "--json - and --annotations both print to standard output; name a file "
        "after --json");
  const std::atomic<bool> &interrupted = catchInterrupts();
  StatusLine status;
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  llvm::Expected<OpenCase> open = obtain(record);
  status.clear();
  if (!open)
    return open.takeError();
  deadline = deadline.before(secondsForReport(open->recorded->trace, deadline));
  OpenedCase opened{{*open->recorded, *open->runner, interrupted, deadline},
                    record,
                    status,
                    stopwatch};
  return work(opened);
}

llvm::Expected<ExitStatus> CaseCommand::withCase(const CommandWords &words,
                                                 Work work) {
  return withCase(
      [&](const RecordOptions &record) {
        return caseOptions.obtain(words, record);
      },
      work);
}

llvm::Error CaseCommand::write(Write writeText, Write writeJSON) const {
  if (json != "-")
    writeText(results());
  return json.empty() ? llvm::Error::success()
                      : writeOutputFile(json, writeJSON);
}
