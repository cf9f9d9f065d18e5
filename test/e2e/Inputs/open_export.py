#!/usr/bin/python3
"""open_export.py FORMAT FILE [CONSUMERS]

Opens a file that `pinstripe export --format FORMAT` has written with the program
that such files are for, and prints what that program has found in it. CONSUMERS
is the folder with programs from npm that tools/setup.sh has made. Needs Debian's
python3-networkx and python3-jsonschema, hence Debian's Python.
"""

import base64
import collections
import html
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import jsonschema

SCHEMAS = (pathlib.Path(__file__).resolve().parent.parent.parent.parent
           / "tools" / "pinstripe" / "manual" / "schema")


def run(*command, **options):
    """The output of a command, which must succeed without a warning."""
    result = subprocess.run([str(each) for each in command], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            **options)
    if result.returncode != 0 or "WARNING" in result.stdout:
        sys.exit("%s failed:\n%s" % (command[0], result.stdout))
    return result.stdout


def open_lcov(path):
    """The summary of lcov, and the lines as the page of genhtml has them."""
    print(run("lcov", "--rc", "lcov_function_coverage=1", "--summary", path))
    with tempfile.TemporaryDirectory() as folder:
        run("genhtml", "--quiet", "--demangle-cpp", "--output-directory", folder,
            path)
        for page in sorted(pathlib.Path(folder).rglob("*.gcov.html")):
            for line in page.read_text().splitlines():
                text = html.unescape(re.sub(r"<[^>]*>", "", line))
                if re.match(r"\s*\d+\s+.*:", text):
                    print(text.rstrip())
        for page in sorted(pathlib.Path(folder).rglob("*.func.html")):
            for name, hits in re.findall(
                    r'coverFn"><a[^>]*>(.*?)</a></td>\s*<td class="coverFn\w+">(\d+)',
                    page.read_text(), re.DOTALL):
                print("function %s: %s" % (html.unescape(name), hits))


def open_dot(path):
    """What dot has drawn: nodes, edges and clusters with their texts."""
    picture = run("dot", "-Tsvg", path)
    space = "{http://www.w3.org/2000/svg}"
    root = xml.etree.ElementTree.fromstring(picture)
    kinds = collections.Counter()
    for group in root.iter(space + "g"):
        kind = group.get("class")
        kinds[kind] += 1
        texts = [each.text or "" for each in group.findall(".//" + space + "text")]
        if kind in ("cluster", "node"):
            print("%s: %s" % (kind, " | ".join(texts)))
    print("%d nodes, %d edges, %d clusters"
          % (kinds["node"], kinds["edge"], kinds["cluster"]))


def open_graphml(path):
    """What networkx has read."""
    import networkx

    graph = networkx.read_graphml(path)
    kinds = collections.Counter(
        (kind["dependence"], kind["indirect"])
        for _, _, kind in graph.edges(data=True))
    for (kind, isIndirect), count in sorted(kinds.items()):
        print("%s%s: %d" % (kind, ", indirect" if isIndirect else "", count))
    for _, node in sorted(graph.nodes(data=True), key=lambda each: each[1]["event"]):
        print("%(event)d %(file)s:%(line)d #%(instance)d %(function)s %(text)s"
              % node)
    print("%d nodes, %d edges" % (len(graph), graph.number_of_edges()))


def check_nesting(slices):
    """Slices of one row must enclose each other or be apart, and come in the
    order in which they begin."""
    open_ends = []
    last = 0
    for each in slices:
        begin, end = each["ts"], each["ts"] + each["dur"]
        assert begin >= last, each
        last = begin
        while open_ends and open_ends[-1] <= begin:
            open_ends.pop()
        assert not open_ends or end <= open_ends[-1], each
        open_ends.append(end)


def open_chrome_trace(path):
    """The slices, indented by their depth."""
    document = json.loads(path.read_text())
    slices = [each for each in document["traceEvents"] if each["ph"] == "X"]
    for row in sorted({each["tid"] for each in slices}):
        check_nesting([each for each in slices if each["tid"] == row])
    ends = []
    for each in slices[:200]:
        while ends and ends[-1] <= each["ts"]:
            ends.pop()
        print("%s%s %s" % ("  " * len(ends), each["cat"], each["name"]))
        ends.append(each["ts"] + each["dur"])
    print("%d slices, %d kept" % (len(slices),
                                  sum(each["cat"] == "kept" for each in slices)))


def open_ndjson(path, schema):
    """The rows as a table of SQLite, after a check of their types."""
    fields = json.loads((SCHEMAS / (schema + ".schema.json")).read_text())
    jsonschema.Draft202012Validator.check_schema(fields)
    # The schema must describe all fields of the present version.
    validator = jsonschema.Draft202012Validator(
        dict(fields, additionalProperties=False))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    types = {name: type(value) for name, value in rows[0].items()}
    for row in rows:
        # In Python, 1.0 and 1 have different types; in the schema they do not.
        assert list(row) == list(types), row
        for name, value in row.items():
            assert isinstance(value, types[name]) or \
                {type(value), types[name]} == {int, float}, (name, row)
    for row in rows[:200]:
        validator.validate(row)
    database = sqlite3.connect(":memory:")
    names = ", ".join('"%s"' % name for name in types)
    database.execute("CREATE TABLE export (%s)" % names)
    database.executemany("INSERT INTO export VALUES (%s)"
                         % ", ".join("?" * len(types)),
                         [tuple(row.values()) for row in rows])
    return database


def open_events(path):
    database = open_ndjson(path, "export-events")
    for row in database.execute(
            "SELECT file, line, text, COUNT(*), SUM(kept) FROM export "
            "GROUP BY file, line, text ORDER BY MIN(event)"):
        print("%s:%d %s: %d executed, %s kept" % row)


def open_tests(path):
    database = open_ndjson(path, "export-tests")
    for row in database.execute("SELECT outcome, COUNT(*) FROM export "
                                "GROUP BY outcome ORDER BY outcome"):
        print("%s: %d" % row)


def browse(page, isReady):
    """The page as a browser has it after its scripts have run. The browser's time
    runs ahead of the clock while it has nothing to do. If the page is not ready
    by then, it gets more of it."""
    for seconds in (10, 100, 1000):
        with tempfile.TemporaryDirectory() as profile:
            document = subprocess.run(
                ["chromium", "--headless=new", "--no-sandbox",
                 "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--allow-file-access-from-files", "--user-data-dir=" + profile,
                 "--virtual-time-budget=%d" % (1000 * seconds), "--dump-dom", page],
                text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                check=True, env=dict(os.environ, HOME=profile)).stdout
        text = text_of(document)
        if isReady(text):
            return text
    sys.exit("the page does not show the file:\n" + text)


def text_of(document):
    """The text of an HTML document without scripts and styles."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", document, flags=re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]*>", "\n", text))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def open_sarif(path, consumers):
    """What the validator of SARIF's authors says."""
    tool = consumers / "@microsoft" / "sarif-multitool-linux" / "Sarif.Multitool"
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.sarif"
        subprocess.run([tool, "validate", path, "--output", report,
                        "--rule-kind", "Sarif;Gh",
                        "--level", "Error;Warning;Note"],
                       stdout=subprocess.DEVNULL, check=False,
                       env=dict(os.environ, HOME=folder,
                                DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1"))
        results = json.loads(report.read_text())["runs"][0]["results"]
    levels = collections.Counter()
    for each in results:
        level = each.get("level", "warning")
        levels[level] += 1
        if level != "note":
            print("%s %s %s" % (level, each["ruleId"],
                                each["message"].get("arguments")))
    print("%d errors, %d warnings" % (levels["error"], levels["warning"]))


def view_sarif(path, consumers):
    """The text that Microsoft's viewer shows."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        scripts = ["react/umd/react.production.min.js",
                   "react-dom/umd/react-dom.production.min.js"]
        page.write_text("""<!doctype html><meta charset="utf-8">
<div id="viewer"></div>%s
<script>
var exports = {}, module = {exports: exports};
var require = name => ({react: React, "react-dom": ReactDOM})[name];
</script>
<script src="%s"></script>
<script>
ReactDOM.render(React.createElement(module.exports.Viewer, {logs: [%s]}),
                document.getElementById("viewer"));
</script>""" % ("".join('<script src="%s"></script>' % (consumers / each).as_uri()
                        for each in scripts),
                (consumers / "@microsoft/sarif-web-component/dist/index.js").as_uri(),
                path.read_text().replace("</", "<\\/")))
        print(browse(page.as_uri(), lambda text: "Pinstripe" in text))


def view_trace(path, consumers):
    """The text around the picture of speedscope: the name of the profile, or an
    error."""
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "profile.js"
        content = base64.b64encode(path.read_bytes()).decode()
        script.write_text('speedscope.loadFileFromBase64("%s", "%s")'
                          % (path.name, content))
        page = (consumers / "speedscope/dist/release/index.html").as_uri()
        print(browse(page + "#localProfilePath=" + str(script),
                     lambda text: "(pid 1)" in text))


def main():
    form, path, *rest = sys.argv[1:]
    path = pathlib.Path(path).resolve()
    consumers = [pathlib.Path(each).resolve() for each in rest]
    {"lcov": open_lcov, "dot": open_dot, "graphml": open_graphml,
     "chrome-trace": open_chrome_trace, "ndjson": open_events,
     "ndjson-tests": open_tests, "sarif": open_sarif, "view-sarif": view_sarif,
     "view-trace": view_trace}[form](path, *consumers)


if __name__ == "__main__":
    main()
