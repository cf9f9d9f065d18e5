//===- DoctorCommand.cpp - pinstripe doctor -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/Doctor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

namespace {

class DoctorCommand : public Command {
public:
  explicit DoctorCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  std::string program;
};

} // namespace

DoctorCommand::DoctorCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "doctor", "Checks what this machine lacks, and says the remedy")) {
  options->add_option("program", program,
                      "Check whether this program can be used, too");
  options->footer("Example:\n  pinstripe doctor ./prog");
}

static void print(const Finding &finding) {
  TextStyle style = styleFor(STDOUT_FILENO);
  bool isMissing = finding.status == Finding::Status::Missing;
  writeStyled(llvm::outs(), style,
              isMissing ? Emphasis::Critical : Emphasis::Strong,
              isMissing                                 ? "missing"
              : finding.status == Finding::Status::Note ? "note   "
                                                        : "ok     ");
  llvm::outs() << llvm::format("  %-16s ", finding.what.c_str())
               << finding.detail << '\n';
  if (!finding.remedy.empty())
    llvm::outs() << "         try: " << finding.remedy << '\n';
}

llvm::Expected<ExitStatus> DoctorCommand::run(const CommandWords &words) {
  if (program.empty() && !words.empty())
    program = words.front();
  std::vector<Finding> findings = examineMachine();
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

std::unique_ptr<Command> pinstripe::createDoctorCommand(CLI::App &app) {
  return std::make_unique<DoctorCommand>(app);
}
