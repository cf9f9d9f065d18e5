// The circumstance of the start of a program: arguments, variables and files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/ProgramStart.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// How finely arguments are split into elements, coarse ones first.
enum class ArgumentGrain : uint8_t {
  Groups,    ///< Options together with their values; see groupBounds.
  Arguments, ///< Single arguments.
  Parts,     ///< Parts of arguments; see ArgumentParts.
};

/// Returns "options with their values", "arguments" or "parts of arguments".
llvm::StringRef grainName(ArgumentGrain grain);

/// A file that an argument names. Runs find it, or do not.
struct NamedFile {
  std::string path; ///< As in the argument.
  std::string content;
};

/// The files and the standard input that a run has, beside its arguments and
/// variables. Circumstances whose runs are made in the same lanes must have the
/// same surroundings.
struct StartSurroundings {
  std::vector<NamedFile> files; ///< Files that runs find, or do not find.
  std::string standardInput;    ///< The content of standard input.
};

/// Returns the regular files that arguments name, also as in `--data=in.txt`,
/// in the order of their paths. Left out are executable files, since a run
/// could not execute a copy, files of more than a megabyte, and what can't be
/// read.
std::vector<NamedFile> namedFiles(llvm::ArrayRef<std::string> arguments);

/// Says which things that a program is started with are elements, and may be
/// left out.
struct OptionsScope {
  bool arguments = true;
  bool variables = true;
  bool files = true;
  ArgumentGrain grain = ArgumentGrain::Groups;
  /// The arguments that are several options in one; see mayBeCluster.
  std::set<std::string> clusters = {};
};

/// An element, in words.
struct OptionElement {
  enum class Kind : uint8_t { Argument, Variable, File } kind = Kind::Argument;
  /// What the passing and the failing start have: arguments, quoted for a
  /// shell; a variable, as NAME=VALUE; the path of a file that exists. Empty if
  /// there is nothing.
  std::string passing, failing;
  /// The argument of which the element is a part; empty if it is no part.
  std::string argument = {};
};

/// How a program is started, between a start that passes and one that fails.
/// Each difference within the scope is an element: the full configuration is
/// the failing start. Whatever is not in the scope is as in the failing start.
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
  /// Texts that are in the passing or in the failing start, or in both.
  struct Choice {
    std::vector<std::string> passing, failing;
    /// Set if the passing and the failing start differ here.
    std::optional<Element> element = {};

    const std::vector<std::string> &
    in(const Configuration &configuration) const {
      bool isFailing = !element || configuration.contains(*element);
      return isFailing ? failing : passing;
    }
  };
  /// Some neighbouring arguments. They are chosen as a whole, or they are one
  /// argument whose parts are chosen one by one, as in `--only=a,b`.
  struct Unit {
    /// The arguments; if there are parts, what comes before them: `--only=`.
    Choice words;
    bool hasParts = false;
    std::string opener = {}, separator = {};
    bool needsItem = false; ///< True if there is no head.
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

/// Returns the materials of a run with the given start.
Materials materialsOf(const ProgramStart &start,
                      const StartSurroundings &surroundings);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSCIRCUMSTANCE_H
