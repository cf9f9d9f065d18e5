"""Builds a sample and reduces its run with different numbers of partial executions
at once: `--jobs 1,4-6`. Fails unless the output of `reduce --json`, without the
times at its end, is the same byte for byte.
"""

import argparse
import os
import shutil
import subprocess
import sys

import check_json
import reduce_sample

TIMES = b'"time": {'


def reduce(options, jobs):
    """The output of --json with so many jobs, without the times."""
    shutil.rmtree(os.path.join(options.work, ".pinstripe"), ignore_errors=True)
    options.more = ["--engine", options.engine, "-j", str(jobs)]
    line = reduce_sample.command(options, options.work)
    run = subprocess.run(line, cwd=options.work, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         timeout=reduce_sample.HANG)
    if run.returncode:
        sys.exit("-j %d: exit status %d\n%s"
                 % (jobs, run.returncode, run.stderr.decode()))
    path = os.path.join(options.work, "result.json")
    document = check_json.load(path)
    check_json.check(document, "engine.name=" + options.engine)
    # If there is not enough memory for this many jobs, the tool uses fewer and
    # says so.
    if document["time"]["lanes"] != jobs and b"note: " not in run.stderr:
        sys.exit("-j %d: %d at once, and no word about it"
                 % (jobs, document["time"]["lanes"]))
    with open(path, "rb") as file:
        text, times, _ = file.read().partition(TIMES)
    if not times:
        sys.exit("no times in %s" % path)
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pinstripe", required=True)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--jobs", type=reduce_sample.instances, required=True)
    parser.add_argument("sample")
    options = parser.parse_args()
    options.predicate = None

    shutil.rmtree(options.work, ignore_errors=True)
    shutil.copytree(os.path.join(options.samples, options.sample), options.work)
    reduce_sample.build(options.work, options.compiler)
    first, *others = options.jobs
    expected = reduce(options, first)
    for jobs in others:
        if reduce(options, jobs) != expected:
            sys.exit("-j %d and -j %d give different results" % (first, jobs))


if __name__ == "__main__":
    main()
