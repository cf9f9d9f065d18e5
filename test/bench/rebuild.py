#!/usr/bin/env python3
"""rebuild.py BUILD: repeats mutants by real rebuilds of the changed source.

Records programs whose output is wrong, and lets `pinstripe mutate` of the build
folder BUILD run mutants, each the program with one small change. Draws some of
those whose text can be applied to the source, changes a copy of the source,
builds the program with its own compiler, and runs it on the same input. The
rebuilt program must print and end as `mutate` says. Also tells how many of the
rebuilt objects have the machine code of the unchanged ones: such mutants could
do nothing else than the program does.

The programs are the samples of BUILD, or with --real FOLDER the cases of
bugs/cases (or of the folder --cases), whose programs bugs/build.sh has built in
FOLDER.

Prints a table, and each mutant of which the rebuilt program does something
else. It counts as undefined if valgrind or AddressSanitizer finds that the
rebuilt program uses memory which nothing has set, or memory beyond its objects,
or if it does something else at other addresses: such a program need not do the
same in another build. Fails if there are others. --raw adds a line of JSON for
each rebuilt mutant to a file. Real programs run in a sandbox, which needs
bubblewrap.
"""
import argparse
import base64
import json
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(here))
import changed_source  # noqa: E402
from rebuilt_program import Failure, Rebuilder, Runner, unpack  # noqa: E402

# If a mutant hangs in Pinstripe but ends here, the rebuilt program must take at
# least this many times as long as the unchanged program. Pinstripe's own limits
# are ten times that time or more.
SLOW = 5
COLUMNS = ["program", "mutants", "text fits", "rebuilt", "same", "undefined",
           "other", "does not compile", "same code", "same code with -O2"]


class Subject:
    """A program, its input, and how it is built."""

    def __init__(self, name, program, arguments, standard_input, expected):
        self.name = name
        self.program = program
        self.arguments = arguments
        self.standard_input = standard_input
        self.expected = expected  # None: the recorded output is made wrong
        self.files = {}  # name -> bytes
        self.commands = []  # those of a compilation database
        self.is_boxed = False


def samples(options):
    for place in sorted((options.build / "samples").glob("[0-9]*-*")):
        name, family = place.name.rsplit("-", 1)
        if family not in options.families:
            continue
        source = next((root / "samples" / name).glob("*.c*"))
        compiler = {"clang": "clang-19", "gcc": "gcc"}[family]
        if source.suffix == ".cpp":
            compiler = {"clang": "clang++-19", "gcc": "g++"}[family]
        words = shlex.split((place / "trigger").read_text())
        standard_input = None
        if "<" in words:
            standard_input = words[words.index("<") + 1]
            words = words[:words.index("<")]
        expected = place / "expected-output.txt"
        subject = Subject(place.name, place / source.stem, words[1:],
                          standard_input,
                          expected.read_bytes() if expected.exists() else None)
        subject.files = {file.name: file.read_bytes()
                         for file in place.glob("*.txt")}
        subject.commands = [{"directory": str(source.parent),
                             "file": source.name,
                             "arguments": [compiler, "-g", "-O0", "-c",
                                           source.name]}]
        yield subject


def content(lines):
    return "".join(line + "\n" for line in lines).encode()


def real_programs(options):
    for file in sorted(options.cases.glob("*.json")):
        case = json.loads(file.read_text())
        built = options.real / "build" / case["program"]
        program = built / case["program"]
        if case.get("crash") or not program.exists():
            continue
        subject = Subject(case["name"], program, case["args"],
                          case.get("stdin"), content(case["expected"]))
        subject.files = {name: content(lines)
                         for name, lines in case["files"].items()}
        subject.commands = json.loads(
            (built / "compile_commands.json").read_text())
        subject.is_boxed = True
        yield subject


def difference(said, rebuilt, usual_seconds):
    """What of a rebuilt program is not as Pinstripe says; None: nothing."""
    if "status" in said:
        if said["status"] != rebuilt.get("status"):
            return "ending"
        return None if said["output"] == rebuilt["output"] else "output"
    if "signal" in said:
        if said["signal"] != rebuilt.get("signal"):
            return "ending"
        # In a crash, a program loses the output in its buffers. Pinstripe
        # writes this output before the program ends.
        return (None if said["output"].startswith(rebuilt["output"])
                else "output")
    ends = "status" in rebuilt or "signal" in rebuilt
    is_slow = rebuilt["seconds"] > SLOW * usual_seconds
    return "ending" if ends and not is_slow else None


def tool(options, subject, folder, arguments):
    command = [str(options.tool)] + arguments
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, check=False)
    if run.returncode:
        raise Failure("%s ends with %d: %s" % (arguments[0], run.returncode,
                                               run.stderr.strip()))


def mutate(options, subject, work):
    """Runs mutants, and returns the case directory."""
    folder = work / "mutate"
    unpack(subject, folder)
    case = work / "case"
    database = work / "database"
    database.mkdir()
    (database / "compile_commands.json").write_text(
        json.dumps(subject.commands))
    given = (["--stdin", subject.standard_input] if subject.standard_input
             else [])
    tool(options, subject, folder,
         ["record", "-o", str(case), "-p", str(database)] + given + ["--",
          str(subject.program)] + subject.arguments)
    expected = work / "expected"
    if subject.expected is not None:
        expected.write_bytes(subject.expected)
    else:
        described = list_mutants(options, case, [])[0]
        lines = described["output"].splitlines(keepends=True)
        expected.write_bytes(b"".join(lines[:-1]) + b"?\n")
    budget = ["--max-time", str(options.seconds)]
    if options.max_tests:
        budget += ["--max-tests", str(options.max_tests)]
    tool(options, subject, folder,
         ["mutate", "-o", str(case), "--expect-stdout", str(expected), "--json",
          str(work / "mutate.json")] + budget)
    return case


def list_mutants(options, case, numbers):
    run = subprocess.run([str(options.mutants), str(case)] +
                         [str(number) for number in numbers],
                         capture_output=True, text=True, check=False)
    if run.returncode:
        raise Failure(run.stderr.strip())
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    for line in lines:
        if "output" in line:
            line["output"] = base64.b64decode(line["output"])
    return lines


class Comparison:
    """The mutants of one program, and what their rebuilds do."""

    def __init__(self, options, subject, work):
        self.options = options
        self.subject = subject
        self.work = work
        case = mutate(options, subject, work)
        self.described, *self.mutants = list_mutants(options, case, [])
        self.case = case
        self.rebuilder = Rebuilder(subject, set(self.described["units"]), work)
        self.rebuilder.build()
        self.runner = Runner(subject, self.described, work)
        self.usual = self.runner.run(self.rebuilder.program)
        if difference(self.described, self.usual, 0):
            raise Failure("built again, it prints or ends otherwise: " +
                          self.usual["text"])
        self.fitting = [mutant for mutant in self.mutants
                        if self.changed_text(mutant) is not None]
        self.results = []

    def changed_text(self, mutant):
        text = self.rebuilder.text(mutant["file"])
        return None if text is None else changed_source.apply(text, mutant)

    def choose(self, number):
        """A random sample of the mutants whose text fits."""
        shuffled = list(self.fitting)
        random.Random(self.options.seed).shuffle(shuffled)
        if self.options.evenly:
            # The sample begins with one mutant of each operator, followed by a
            # second mutant of each, and so on.
            seen = {}
            for mutant in shuffled:
                mutant["turn"] = seen.get(mutant["operator"], 0)
                seen[mutant["operator"]] = mutant["turn"] + 1
            shuffled.sort(key=lambda mutant: mutant["turn"])
        return shuffled[:number]

    def draw(self, number):
        drawn = self.choose(number)
        again = list_mutants(self.options, self.case,
                             [mutant["number"] for mutant in drawn])
        for mutant in drawn:
            # A static function of a header has a copy in each source that
            # includes it. The stored effect is that of one of these copies.
            copies = [each for each in again
                      if each["number"] == mutant["number"]]
            copies.sort(key=lambda each: not has_stored_effect(each, mutant))
            result = self.compare(mutant, copies[0] if copies else None)
            self.results.append({**mutant, **result, "copies": len(copies)})

    def compare(self, mutant, said):
        if said is None:
            return {"verdict": "not run again"}
        rebuilder = self.rebuilder
        compilations = rebuilder.affected(mutant["file"])
        if self.options.optimised:
            rebuilder.optimise(compilations)
        text = self.changed_text(mutant)
        return rebuilder.change(
            mutant["file"], text,
            lambda: self.compare_changed(mutant, said, compilations))

    def compare_changed(self, mutant, said, compilations):
        rebuilder = self.rebuilder
        changed = rebuilder.build_changed(compilations)
        if changed is None:
            return {"verdict": "does not compile"}
        result = {"same_code": rebuilder.has_same_code(changed)}
        if self.options.optimised:
            result["same_optimised_code"] = rebuilder.has_same_optimised_code(
                compilations)
        rebuilt = self.runner.run(rebuilder.program)
        what = difference(said, rebuilt, self.usual["seconds"])
        if not has_stored_effect(said, mutant):
            what = "effect that was stored"
        result.update(said=printable(said), rebuilt=printable(rebuilt))
        if what is None:
            return {**result, "verdict": "same"}
        cause = self.cause(compilations)
        return {**result, "verdict": "undefined" if cause else "other",
                "differs": what, "cause": cause}

    def cause(self, compilations):
        """What valgrind or AddressSanitizer says first about the rebuilt
        program; None: nothing."""
        if self.runner.depends_on_addresses(self.rebuilder.program):
            return "it depends on addresses"
        stripped = self.work / "stripped"
        subprocess.run(["strip", "-o", str(stripped),
                        str(self.rebuilder.program)], check=True)
        found = self.runner.complaint(stripped, ["valgrind", "-q"],
                                      r"==\d+== (?!Warning)(\S.*)")
        if found is None and self.rebuilder.build_changed(
                compilations, ["-fsanitize=address"]):
            found = self.runner.complaint(
                self.rebuilder.program, [], r"ERROR: (AddressSanitizer: \S+)")
        return found


def has_stored_effect(said, mutant):
    return (said["effect"] == mutant["effect"] and
            said["right"] == mutant["right"])


def printable(run):
    text = run["output"].decode("utf-8", "replace")
    return {"text": run["text"], "output": text[:2000],
            "bytes": len(run["output"])}


def count(results, key, value=True):
    return sum(each.get(key) == value for each in results)


def row(name, mutants, fitting, results):
    verdicts = [count(results, "verdict", verdict) for verdict in
                ("same", "undefined", "does not compile")]
    other = len(results) - sum(verdicts)
    optimised = [each for each in results if "same_optimised_code" in each]
    return [name, "{:,}".format(mutants), "{:,}".format(fitting),
            str(len(results)), str(verdicts[0]), str(verdicts[1]), str(other),
            str(verdicts[2]), str(count(results, "same_code")),
            str(count(optimised, "same_optimised_code")) if optimised else "-"]


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def show(name, result):
    """A mutant whose rebuild does something else."""
    def brief(run):
        return "%s, %d bytes: %r" % (run["text"], run["bytes"],
                                     run["output"][:300])
    lines = ["rebuild: %s: %s:%d %s: %s" % (
        name, result["file"], result["line"], result["operator"],
        result["verdict"])]
    if not result["inserted"]:
        lines.append("- " + result["before"])
    lines.append("+ " + result["after"])
    for key in ("said", "rebuilt"):
        if key in result:
            lines.append("%s: %s" % (key, brief(result[key])))
    if "differs" in result:
        lines.append("differs: %s; cause: %s" % (
            result["differs"], result["cause"] or "not known"))
    if result["copies"] > 1:
        lines.append("%d sources have a copy of the function" %
                     result["copies"])
    print("\n    ".join(lines), file=sys.stderr, flush=True)


def options_of(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--real", type=pathlib.Path)
    parser.add_argument("--cases", type=pathlib.Path,
                        default=here / "bugs" / "cases")
    parser.add_argument("--only", nargs="+", help="these programs")
    parser.add_argument("--families", nargs="+", default=["clang"],
                        choices=["clang", "gcc"], help="of samples")
    parser.add_argument("--number", type=int, default=200,
                        help="how many rebuilds in all [200]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evenly", action="store_true",
                        help="draw equally many mutants of each operator; most "
                        "mutants\ninsert an assignment")
    parser.add_argument("--seconds", type=float, default=60,
                        help="how long `mutate` runs mutants of a program [60]")
    parser.add_argument("--max-tests", type=int)
    parser.add_argument("--optimised", action="store_true",
                        help="also compare machine code with -O2")
    parser.add_argument("--raw", type=pathlib.Path)
    options = parser.parse_args(arguments)
    options.build = options.build.resolve()
    options.tool = options.build / "tools" / "pinstripe" / "pinstripe"
    options.mutants = options.build / "test" / "bench" / "mutants"
    if options.real:
        options.real = options.real.resolve()
    return options


def subjects_of(options):
    found = list(real_programs(options) if options.real else samples(options))
    if options.only:
        missing = set(options.only) - {subject.name for subject in found}
        if missing:
            sys.exit("rebuild: no program " + ", ".join(sorted(missing)))
        found = [each for each in found if each.name in options.only]
    if not found:
        sys.exit("rebuild: there is no program to rebuild")
    return found


def main():
    options = options_of(sys.argv[1:])
    subjects = subjects_of(options)
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    everything, mutants, fitting, failed = [], 0, 0, False
    for index, subject in enumerate(subjects):
        share = (options.number - len(everything)) / (len(subjects) - index)
        with tempfile.TemporaryDirectory(prefix="pinstripe-rebuild") as work:
            try:
                comparison = Comparison(options, subject, pathlib.Path(work))
                comparison.draw(round(share))
            except Failure as failure:
                print("rebuild: %s: %s" % (subject.name, failure),
                      file=sys.stderr, flush=True)
                failed = True
                continue
        results = comparison.results
        print_row(row(subject.name, len(comparison.mutants),
                      len(comparison.fitting), results))
        for result in results:
            if result["verdict"] != "same":
                show(subject.name, result)
            failed |= result["verdict"] not in ("same", "undefined")
            if options.raw:
                with options.raw.open("a") as raw:
                    raw.write(json.dumps({"program": subject.name, **result}) +
                              "\n")
        everything += results
        mutants += len(comparison.mutants)
        fitting += len(comparison.fitting)
    print_row(row("all", mutants, fitting, everything))
    sys.exit(failed)


if __name__ == "__main__":
    main()
