#!/usr/bin/env python3
"""weigh.py FOLDER DESCRIPTIONS...: what each kind of evidence of `locate` weighs.

FOLDER is that of measure.py, which has left the result of `locate` of each case in
FOLDER/runs/CASE/locate.json. DESCRIPTIONS are folders with descriptions of cases.

The model is a conditional logit: the probability that a line is the faulty one is
exp(score) of the line, divided by the sum over all executed lines. The score is the
sum of the features of the line, each times its weight. Estimates the weights by
maximum likelihood with a ridge penalty, and prints them.

Then estimates them again without each program in turn, and prints how the faulty
line of that program ranks with weights that have not seen it: so nothing is tested
on what it was estimated on. Needs numpy.
"""
import argparse
import collections
import json
import math
import pathlib

import numpy
import scipy.optimize

KINDS = ["switch", "omit", "replace", "mutate"]
# The classes of effects. A crash that has disappeared counts like an expected
# output, and so on.
CLASSES = {"expected-output": 0, "no-crash": 0, "partly": 1, "prefix": 2,
           "no-crash-other-output": 2, "no-crash-shorter": 3}
MAX_LINES, MAX_BRANCH = 6, 4


def same_file(one, other):
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return longer == shorter or longer.endswith("/" + shorter)


def key_of(entry):
    return entry["file"], entry["line"]


class Line:
    def __init__(self, entry, case):
        self.key = key_of(entry)
        self.entry = entry
        self.function = entry["function"]
        self.executed = entry["executed"]
        self.evidence = {}
        for each in entry["evidence"]:
            self.evidence.setdefault(each["kind"], each)
        self.faulty = any(self.key[1] == line and same_file(self.key[0], name)
                          for name, line in case["lines"])
        self.deciders = {key_of(each) for each in entry.get("deciders", [])}
        self.definers = {key_of(each) for each in entry.get("definers", [])}

    def effect(self, kind):
        found = self.evidence.get(kind)
        if not found or found["effect"] not in CLASSES:
            return None
        return CLASSES[found["effect"]]

    def best_effect(self):
        effects = [self.effect(kind) for kind in KINDS]
        return min((e for e in effects if e is not None), default=None)

    def share(self, kind):
        """The estimated probability that a change of the statement has the
        effect."""
        found = self.evidence[kind]
        return (found["hits"] + 0.5) / (found["trials"] + 1.5)


class Case:
    def __init__(self, description, document):
        self.name = description["name"]
        self.project = description["repository"] if "repository" in description \
            else description["program"]
        self.lines = [Line(entry, description) for entry in document["ranked"]]
        self.present = None
        for line in self.lines:
            if line.faulty:
                self.present = min(self.present or 10**9, line.entry["entry"])
        self.by_key = {line.key: line for line in self.lines}
        self.count = len(self.lines)
        self.features()

    def places(self, kind):
        """For each line with evidence of the kind, its place in the list of
        that kind; lines with equal effects and ranks share the middle one."""
        listed = sorted((line.effect(kind), line.evidence[kind]["rank"], i)
                        for i, line in enumerate(self.lines)
                        if line.effect(kind) is not None)
        found, begin = {}, 0
        while begin < len(listed):
            end = begin
            while end < len(listed) and listed[end][:2] == listed[begin][:2]:
                end += 1
            for _, _, i in listed[begin:end]:
                found[i] = (begin + 1 + end) / 2
            begin = end
        return found

    def features(self):
        names, columns = [], []

        def add(name, values):
            names.append(name)
            columns.append(values)

        n = self.count
        rarity, improved = {}, [0] * n
        for kind in KINDS:
            places = self.places(kind)
            rarity[kind] = [math.log((n + 1) / places[i]) if i in places else 0
                            for i in range(n)]
            for i, place in places.items():
                if self.lines[i].effect(kind) <= 2:
                    improved[i] = max(improved[i], math.log1p(
                        (n + 1) / place * self.lines[i].share(kind)))

        def of(kind, effect):
            return [rarity[kind][i] if line.effect(kind) == effect else 0
                    for i, line in enumerate(self.lines)]

        def largest(*columns):
            return [max(values) for values in zip(*columns)]

        expected = {kind: of(kind, 0) for kind in KINDS}
        any_expected = largest(*expected.values())
        add("mended", [value > 0 for value in any_expected])
        add("switch", expected["switch"])
        add("omit or replace", largest(expected["omit"], expected["replace"]))
        add("mutate", expected["mutate"])
        # The score of a line is a sum here. So a line with a change that makes
        # the output right does not have this feature. weighChanges in
        # LineRanking.cpp takes what counts more.
        add("improved", [0 if e else i for e, i in
                         zip(any_expected, improved)])
        slices = [line.evidence.get("slice") for line in self.lines]
        in_wrong = [s is not None and s["wrong_lines"] != 0 for s in slices]
        by_value = [w and s["by_value"] for w, s in zip(in_wrong, slices)]
        relevant = [bool(s and s.get("relevant", False)) or
                    (line.entry.get("relevant", 0) != 0 and not w)
                    for line, s, w in zip(self.lines, slices, in_wrong)]
        add("any slice", largest(in_wrong, relevant))
        add("data slice", by_value)
        def near(s):
            return 1 / (1 + s["distance"]) if "distance" in s else 0
        add("nearness", [near(s) if s else 0 for s in slices])
        add("few right lines", [1 / math.sqrt(1 + s["right_lines"])
                                if s and w else 0
                                for s, w in zip(slices, in_wrong)])
        add("kept", ["kept" in line.evidence for line in self.lines])
        add("rarely executed", [-math.log(line.executed or 1)
                                for line in self.lines])
        index = {line.key: i for i, line in enumerate(self.lines)}
        feeds, guards = [0] * n, [0] * n
        for i, line in enumerate(self.lines):
            for other in line.definers:
                j = index.get(other)
                if j is not None and j != i:
                    feeds[j] = max(feeds[j], expected["switch"][i],
                                   expected["replace"][i])
            for other in line.deciders:
                j = index.get(other)
                if j is not None and j != i:
                    guards[j] = max(guards[j], any_expected[i])
        of_function = collections.defaultdict(list)
        for i, line in enumerate(self.lines):
            if any_expected[i]:
                of_function[(line.key[0], line.function)].append(i)
        inside = [max([any_expected[j]
                       for j in of_function[(line.key[0], line.function)]
                       if j != i] or [0])
                  for i, line in enumerate(self.lines)]
        add("function", inside)
        add("feeds", feeds)
        add("guards", guards)
        self.names = names
        self.x = numpy.array(columns, dtype=float).T.reshape(n, len(names))
        # This is the weight that weightOfCrash in LineRanking.cpp computes.
        self.crashed = numpy.array(
            [3 / (1 + line.evidence["crash"]["depth"])
             if "crash" in line.evidence else 0 for line in self.lines])
        self.faulty = numpy.array([line.faulty for line in self.lines])

    # This function groups lines in the same way as
    # lib/Driver/Locate/LineGroups.cpp.
    def entries(self, order):
        decided = collections.Counter(d for line in self.lines
                                      for d in line.deciders)
        groups, open_groups = [], collections.defaultdict(list)
        for i in order:
            line = self.lines[i]
            for group in open_groups[line.function]:
                head = self.lines[group[0]]
                if len(group) < MAX_LINES and \
                        self.says_same(head, line, decided):
                    group.append(i)
                    break
            else:
                groups.append([i])
                open_groups[line.function].append(groups[-1])
        return groups

    def says_same(self, head, line, decided):
        best, own = head.best_effect(), line.best_effect()
        wanted = own if best is None else best
        if wanted is None or head.function != line.function or \
                (best is not None and own is not None and best != own):
            return False

        def together(changed, other):
            switched = changed.effect("switch") == wanted
            if switched and changed.key in other.deciders:
                return other.best_effect() is not None or \
                    decided[changed.key] <= MAX_BRANCH
            replaced = changed.effect("replace") == wanted
            return (switched or replaced) and \
                other.key in changed.definers

        return together(head, line) or together(line, head)

    def rank_by(self, weights):
        scores = self.x @ weights + self.crashed
        order = sorted(range(self.count), key=lambda i: -scores[i])
        for number, group in enumerate(self.entries(order), 1):
            if any(self.lines[i].faulty for i in group):
                return number
        return None


def fit(cases, penalty, scale):
    """The likelihood of a case with several faulty lines is that any of them is
    chosen. No weight is negative: no evidence speaks for a line."""
    used = [(case.x / scale, case.faulty) for case in cases
            if case.faulty.any()]

    def loss(weights):
        value = penalty / 2 * weights @ weights
        gradient = penalty * weights
        for x, faulty in used:
            score = x @ weights
            score -= score.max()
            p = numpy.exp(score)
            q = p * faulty
            value -= math.log(q.sum() / p.sum())
            gradient -= (q / q.sum() - p / p.sum()) @ x
        return value, gradient

    found = scipy.optimize.minimize(loss, numpy.full(len(scale), 0.1), jac=True,
                                    method="L-BFGS-B",
                                    bounds=[(0, None)] * len(scale))
    return found.x / scale


def load(folder, descriptions):
    cases = []
    for each in descriptions:
        for file in sorted(each.glob("*.json")):
            description = json.loads(file.read_text())
            result = folder / "runs" / description["name"] / "locate.json"
            try:
                document = json.loads(result.read_text())
            except (OSError, ValueError):
                continue
            if "definers" in (document["ranked"] or [{}])[0]:
                cases.append(Case(description, document))
    return cases


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("descriptions", type=pathlib.Path, nargs="+")
    parser.add_argument("--penalty", type=float, default=2,
                        help="weight of the ridge penalty [2]")
    parser.add_argument("--aside", type=pathlib.Path, nargs="*", default=[],
                        help="folders with descriptions that are only ranked "
                        "with the weights that the others have led to")
    options = parser.parse_args()
    cases = load(options.folder, options.descriptions)
    names = cases[0].names
    scale = numpy.vstack([case.x for case in cases]).std(axis=0) + 1e-9
    weights = fit(cases, options.penalty, scale)
    for name, weight in zip(names, weights):
        print("%-22s %8.3f" % (name, weight))
    aside = load(options.folder, options.aside)
    if aside:
        return report({case.name: (case.present, case.rank_by(weights))
                       for case in aside}, ["tool", "model"])
    ranks = {}
    for case in cases:
        others = [each for each in cases if each.project != case.project]
        learned = fit(others, options.penalty, scale)
        ranks[case.name] = (case.present, case.rank_by(learned),
                            case.rank_by(weights))
    report(ranks, ["tool", "held out", "fitted"])


def report(ranks, titles):
    """A table of ranks: of the tool itself, and by the weights of the model."""
    print("%-24s %s" % ("case", " ".join("%8s" % title for title in titles)))
    for name, found in ranks.items():
        print("%-24s %s" % (name, " ".join("%8s" % each for each in found)))
    for column, title in enumerate(titles):
        values = [found[column] or math.inf for found in ranks.values()]
        print("%-9s first %d, first 3 %d, first 5 %d, first 10 %d of %d; "
              "mean reciprocal rank %.3f" %
              (title, *(sum(value <= limit for value in values)
                        for limit in (1, 3, 5, 10)), len(values),
               sum(1 / value for value in values) / len(values)))


if __name__ == "__main__":
    main()
