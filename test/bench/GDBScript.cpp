// Executes a plan by a script of gdb, for comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GDBScript.h"
#include "Rounds.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::bench;

/// The address at which Linux loads a position-independent program if gdb has
/// switched off address randomisation.
constexpr uint64_t loadAddress = 0x555555554000;

namespace {

/// Writes the commands of a script.
class Writer {
public:
  Writer(llvm::raw_ostream &stream, const UnitTable &table, FunctionId function)
      : stream(stream), table(table), function(function) {}
  void start(const LaunchSpec &launch, llvm::StringRef outputFile);
  void goTo(uint64_t address);
  void event(const Event &event) { goTo(table.entry(event.entry).address); }
  void finish();

private:
  std::string place(uint64_t address) const {
    return "0x" + llvm::utohexstr(loadAddress + address, true);
  }

  llvm::raw_ostream &stream;
  const UnitTable &table;
  FunctionId function;
};

} // namespace

void Writer::start(const LaunchSpec &launch, llvm::StringRef outputFile) {
  stream << "set pagination off\nset confirm off\n"
         << "set startup-with-shell on\n"
         << "file " << launch.program << "\nset args";
  for (const std::string &argument : launch.arguments)
    stream << " " << argument;
  stream << " < /dev/null > " << outputFile << "\nstarti\n"
         << "break *" << place(table.function(function).bodyStart) << "\n";
  for (const UnitEntry &entry : table.entries)
    if (entry.function == function &&
        entry.address != table.function(function).bodyStart)
      stream << "break *" << place(entry.address) << "\n";
  stream << "continue\n";
}

/// Writes commands that send control to an address. If a breakpoint is there,
/// the jump stops before anything is executed.
void Writer::goTo(uint64_t address) {
  stream << "if $pc != " << place(address) << "\njump *" << place(address)
         << "\nend\ncontinue\n";
}

/// Writes the end of the script. There is no breakpoint at the function's exit,
/// so the program runs to its end.
void Writer::finish() {
  stream << "delete\njump *" << place(table.function(function).exit)
         << "\nkill\nquit\n";
}

llvm::Expected<GDBScript> GDBScript::write(const UnitTable &table,
                                           const LaunchSpec &launch,
                                           const Trace &trace,
                                           const EventSet &included,
                                           const std::string &scratch) {
  auto gdb = llvm::sys::findProgramByName("gdb");
  if (!gdb)
    return llvm::make_error<UsageError>(
        "gdb is not installed; install it to compare with it");
  if (trace.allInvocations().size() != 1)
    return llvm::make_error<UsageError>(
        "the gdb script is for programs of one function");
  GDBScript made;
  made.gdb = *gdb;
  made.script = scratch + "/plan.gdb";
  made.outputFile = scratch + "/gdb.out";
  made.environment = launch.environment;
  std::error_code code;
  llvm::raw_fd_ostream stream(made.script, code);
  if (code)
    return llvm::createFileError(made.script, code);
  Writer writer(stream, table, trace.allInvocations().front().function);
  writer.start(launch, made.outputFile);
  for (EventIndex event : included)
    writer.event(trace.event(event));
  writer.finish();
  return made;
}

llvm::Expected<double> GDBScript::run() const {
  SubprocessSpec spec;
  spec.program = gdb;
  spec.arguments = {"-nx", "-batch", "-x", script};
  spec.environment = environment;
  spec.environment.push_back("SHELL=/bin/sh");
  spec.standardOutput = script + ".stdout";
  spec.standardError = script + ".stderr";
  spec.wallLimitSeconds = 600;
  auto result = runToEnd(spec);
  if (!result)
    return result.takeError();
  return result->seconds;
}

llvm::Expected<std::string> GDBScript::output() const {
  auto text = llvm::MemoryBuffer::getFile(outputFile);
  if (!text)
    return llvm::createFileError(outputFile, text.getError());
  return (*text)->getBuffer().str();
}
