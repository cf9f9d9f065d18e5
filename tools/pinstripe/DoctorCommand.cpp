// The verb `doctor`: checks this machine and a program for use with Pinstripe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Command.h"
#include "Console.h"
#include "MPILanes.h"
#include "PageFile.h"
#include "pinstripe/Driver/Inspect/Doctor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class DoctorCommand : public Command {
public:
  explicit DoctorCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  std::string program;
};

} // namespace

static VerbDescription describeDoctor() {
  return {"doctor",
          "Checks whether machine and program can be used, and names remedies",
          {"[PROGRAM]"},
          {"pinstripe doctor ./prog"}};
}

DoctorCommand::DoctorCommand(CLI::App &tool) : Command(tool, describeDoctor()) {
  options
      ->add_option("PROGRAM", program,
                   "Also check whether this program can be used")
      ->group(group::question);
}

/// Tells whether this tool can write the page of `report`.
static Finding examineViewer() {
  llvm::Expected<std::string> viewer = viewerPage("");
  if (viewer)
    return {Finding::Status::Good, "report page", "built in", ""};
  llvm::consumeError(viewer.takeError());
  return {Finding::Status::Note, "report page", "not built in",
          "needed only for `pinstripe report`: run tools/setup.sh, and build "
          "again"};
}

/// Tells whether there is the program that carries messages by MPI.
static Finding examineCourier() {
  llvm::Expected<std::string> courier = findCourier();
  if (courier)
    return {Finding::Status::Good, "pinstripe-mpi", *courier, ""};
  llvm::consumeError(courier.takeError());
  return {Finding::Status::Note, "pinstripe-mpi", "not found",
          "needed only for `--lanes mpi`: `apt-get install libopenmpi-dev`, "
          "and build again"};
}

static void print(const Finding &finding) {
  TextStyle style = styleFor(STDOUT_FILENO);
  bool isMissing = finding.status == Finding::Status::Missing;
  writeStyled(results(), style,
              isMissing ? Emphasis::Critical : Emphasis::Strong,
              isMissing                                 ? "missing"
              : finding.status == Finding::Status::Note ? "note   "
                                                        : "ok     ");
  results() << llvm::format("  %-16s ", printable(finding.what).c_str())
            << printableLines(finding.detail) << '\n';
  if (!finding.remedy.empty())
    results() << "         try: " << printableLines(finding.remedy) << '\n';
}

llvm::Expected<ExitStatus> DoctorCommand::run(const CommandWords &words) {
  if (program.empty() && !words.empty())
    program = words.front();
  std::vector<Finding> findings = examineMachine();
  findings.push_back(examineCourier());
  findings.push_back(examineViewer());
  if (!program.empty())
    for (Finding &finding : examineProgram(program))
      findings.push_back(std::move(finding));
  ExitStatus status = ExitStatus::Done;
  for (const Finding &finding : findings) {
    print(finding);
    if (finding.status == Finding::Status::Missing)
      status = ExitStatus::UnusableTarget;
  }
  return status;
}

std::unique_ptr<Command> pinstripe::createDoctorCommand(CLI::App &tool) {
  return std::make_unique<DoctorCommand>(tool);
}
