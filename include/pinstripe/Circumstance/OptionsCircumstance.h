// Describes starts of a program with some arguments, variables and files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Here the start of a program is a circumstance, which is something that a
// failure depends on. Its elements are the differences between two starts.

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/ProgramStart.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// How finely arguments are split into elements, from coarse to fine.
enum class ArgumentGrain : uint8_t {
  Groups,    ///< Each option together with its value (see groupBounds).
  Arguments, ///< Single arguments.
  /// Parts of arguments, such as `a` and `b` in `--x=a,b` (see ArgumentParts).
  Parts,
};

/// Returns the words for the elements: "options with their values", "arguments"
/// or "parts of arguments".
llvm::StringRef grainName(ArgumentGrain grain);

/// A file whose path is an argument. Some runs find this file, others do not.
struct NamedFile {
  std::string path; ///< The path as it is written in the argument.
  std::string content;
};

/// Describes what runs find when they start, apart from their arguments and
/// variables. All runs on the same lanes must have the same surroundings.
struct StartSurroundings {
  /// Files that some runs find and other runs do not.
  std::vector<NamedFile> files;
  std::string standardInput; ///< The content of standard input.
};

/// Returns the regular files whose paths are arguments or parts of arguments,
/// as in `--data=in.txt`, sorted by path. Executable files are left out, since
/// a run could not execute a copy. Files of more than a megabyte, and files
/// that can't be read, are left out, too.
std::vector<NamedFile> namedFiles(llvm::ArrayRef<std::string> arguments);

/// Says what a search may leave out when it starts a program: arguments,
/// variables or files.
struct OptionsScope {
  bool arguments = true;
  bool variables = true;
  bool files = true;
  ArgumentGrain grain = ArgumentGrain::Groups;
  /// The arguments that are several options in one, as `-abc` is `-a -b -c`.
  std::set<std::string> clusters = {};
};

/// An argument, a variable or a file that is an element of the circumstance, as
/// text for reports.
struct OptionElement {
  enum class Kind : uint8_t { Argument, Variable, File } kind = Kind::Argument;
  /// The element in the passing start and in the failing start, as text. An
  /// argument is quoted for a shell, a variable is NAME=VALUE, and a file is
  /// its path. Empty if the start does not have the element.
  std::string passing, failing;
  /// The whole argument, if the element is only a part of an argument;
  /// otherwise empty.
  std::string argument = {};
};

/// A circumstance whose elements are the differences between two starts of a
/// program, one that passes and one that fails. Only differences in what
/// `scope` names are elements: arguments, variables or files. All else is as in
/// the failing start. The full configuration is the failing start.
class OptionsCircumstance : public Circumstance {
public:
  /// `surroundings` must outlive this object.
  OptionsCircumstance(ProgramStart passing, ProgramStart failing,
                      OptionsScope scope,
                      const StartSurroundings &surroundings);

  size_t elements() const override { return described.size(); }
  llvm::StringRef elementsName() const override { return name; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;

  ProgramStart startOf(const Configuration &configuration) const;
  const OptionElement &element(Element element) const {
    return described[static_cast<size_t>(element)];
  }

private:
  /// A place in the command line, with its words in the passing start and in
  /// the failing start. If a start has nothing at this place, its list is
  /// empty.
  struct Choice {
    std::vector<std::string> passing, failing;
    /// The element for this place in the command line; nullopt if both starts
    /// have the same words here.
    std::optional<Element> element = {};

    const std::vector<std::string> &
    in(const Configuration &configuration) const {
      bool isFailing = !element || configuration.contains(*element);
      return isFailing ? failing : passing;
    }
  };
  /// Neighbouring arguments of which a run gets all or none, or a single
  /// argument whose parts are chosen one by one, as in `--only=a,b`.
  struct Unit {
    /// All words of these arguments. For an argument whose parts are chosen one
    /// by one, only its head, such as `--only` in `--only=a,b`.
    Choice words;
    bool hasParts = false;
    std::string opener = {}, separator = {};
    /// True if the argument has no head, so that it vanishes when it has no
    /// items.
    bool needsItem = false;
    std::vector<Choice> items = {};
  };

  void splitArguments();
  void addWhole(std::vector<std::string> passing,
                std::vector<std::string> failing);
  bool addParts(const std::string &passing, const std::string &failing);
  void decide(Choice &choice, OptionElement words);
  std::optional<Element> addElement(OptionElement words);
  void splitVariables();
  void splitFiles();

  ProgramStart passing, failing;
  OptionsScope scope;
  const StartSurroundings &surroundings;
  std::string name;
  std::vector<OptionElement> described;
  std::vector<Unit> units;
  std::map<std::string, Element> variables, missing;
};

/// Returns the materials of a run, which are what the run is made of. `start`
/// says how the program is started.
Materials materialsOf(const ProgramStart &start,
                      const StartSurroundings &surroundings);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H
