// Makes reports of runs that never happened, of any length.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Writes events down while a made-up program is executed. */
class Recorder {
  unit = [];
  invocation = [];
  control = [];
  functionOf = [];
  caller = [];
  parent = [];
  causes = [];
  values = {};
  lastWriter = new Map();

  enter(functionIndex, caller, parent) {
    this.functionOf.push(functionIndex);
    this.caller.push(caller);
    this.parent.push(parent);
    return this.functionOf.length - 1;
  }

  /** Executes a unit that reads and writes these variables. */
  event(unit, invocation, control, reads, writes, values) {
    const index = this.unit.length;
    this.unit.push(unit);
    this.invocation.push(invocation);
    this.control.push(control);
    const on = reads.map((name) => this.lastWriter.get(name));
    this.causes.push([...new Set(on.filter((other) => other !== undefined))]);
    for (const name of writes) this.lastWriter.set(name, index);
    if (values) this.values[index] = values;
    return index;
  }

  get columns() {
    const first = new Uint32Array(this.unit.length + 1);
    const on = [];
    this.causes.forEach((causes, event) => {
      for (const cause of causes) on.push(event - cause);
      first[event + 1] = on.length;
    });
    return {
      'event.unit': Uint32Array.from(this.unit),
      'event.invocation': Uint32Array.from(this.invocation),
      'event.control': Int32Array.from(this.control),
      'invocation.function': Uint32Array.from(this.functionOf),
      'invocation.caller': Int32Array.from(this.caller),
      'invocation.parent': Int32Array.from(this.parent),
      'dependence.first': first,
      'dependence.on': Int32Array.from(on),
      'dependence.kind': new Uint8Array(on.length),
    };
  }
}

function bitsOf(events, size) {
  const bits = new Uint8Array((size + 7) >> 3);
  for (const event of events) bits[event >> 3] |= 1 << (event & 7);
  return bits;
}

/** The events that `ends` depend on, with control dependences or without. */
function sliceOf(recorder, ends, withControl) {
  const found = new Set(ends);
  for (const event of found) {
    for (const cause of recorder.causes[event]) found.add(cause);
    if (withControl && recorder.control[event] >= 0)
      found.add(recorder.control[event]);
  }
  return [...found].sort((a, b) => a - b);
}

/** A search that leaves chunks out, until only `kept` is left. */
function searchOf(kept, size, most) {
  const isKept = new Set(kept);
  const width = size <= 4096 ? size : 1024;
  const rows = [];
  let current = Array.from({ length: size }, (_, i) => i);
  const add = (events, outcome) => rows.push({ events, outcome });
  add(current, 1);
  add([], 0);
  let chunk = Math.ceil(size / 2);
  while (chunk >= 1 && rows.length < most) {
    for (let at = 0; at < current.length && rows.length < most;) {
      const left = current.slice(at, at + chunk);
      const rest = [...current.slice(0, at), ...current.slice(at + chunk)];
      const works = !left.some((event) => isKept.has(event));
      const isCrash = !works && rows.length % 7 === 5;
      add(rest, works ? 1 : isCrash ? 2 : 0);
      if (works) current = rest;
      else at += chunk;
    }
    chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2);
  }
  const rowBytes = (width + 7) >> 3;
  const bits = new Uint8Array(rows.length * rowBytes);
  rows.forEach(({ events }, row) => {
    for (const event of events) {
      const column =
        width === size ? event : Math.floor((event * width) / size);
      bits[row * rowBytes + (column >> 3)] |= 1 << (column & 7);
    }
  });
  return {
    info: { count: rows.length, shown: rows.length, width },
    columns: {
      'test.outcome': Uint8Array.from(rows, (row) => row.outcome),
      'test.cause': Uint8Array.from(rows, (row) => (row.outcome === 2 ? 1 : 0)),
      'test.seconds': Float32Array.from(rows, () => 0.0005),
      'test.executed': Uint32Array.from(rows, (row) => row.events.length),
      'test.bits': bits,
    },
  };
}

function unitsOf(lines, file = 0) {
  return lines.map(([line, column, text, kind = 'expression']) => ({
    file,
    line,
    column,
    end_line: line,
    end_column: column + text.length,
    kind,
    text,
    pinned: null,
  }));
}

function textOf(text) {
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

const sumSource = `#include <stdio.h>

int main(void)
{
  int sum = 0;
  int mul = 1;
  int a, b;
  printf("a? ");
  scanf("%d", &a);
  printf("b? ");
  scanf("%d", &b);
  while (a <= b) {
    sum = sum + a;
    mul = mul * a;
    a = a + 1;
  }
  printf("sum = %d\\n", sum);
  printf("mul = %d\\n", mul);
  return 0;
}
`;

/** The 34 events of samples/01-sum-mul with the input 0 5. */
export function sumReport() {
  const recorder = new Recorder();
  const main = recorder.enter(0, -1, -1);
  let [sum, mul, a] = [0, 1, 0];
  const b = 5;
  const value = (name, number) => ({ name, value: String(number) });
  const run = (unit, control, reads, writes, values) =>
    recorder.event(unit, main, control, reads, writes, values);
  run(0, -1, [], ['sum'], { read: [], written: [value('sum', 0)], text: '' });
  run(1, -1, [], ['mul'], { read: [], written: [value('mul', 1)], text: '' });
  run(2, -1, [], []);
  run(3, -1, [], ['a'], {
    read: [],
    written: [value('a', 0)],
    text: '-> a = 0',
  });
  run(4, -1, [], []);
  run(5, -1, [], ['b'], {
    read: [],
    written: [value('b', 5)],
    text: '-> b = 5',
  });
  let decided = -1;
  for (;;) {
    decided = run(6, decided, ['a', 'b'], [], {
      read: [value('a', a), value('b', b)],
      written: [],
      text: `${a} <= ${b} -> ${a <= b}`,
    });
    if (a > b) break;
    run(7, decided, ['sum', 'a'], ['sum'], {
      read: [value('sum', sum), value('a', a)],
      written: [value('sum', sum + a)],
      text: `${sum} + ${a} -> ${sum + a}`,
    });
    sum += a;
    run(8, decided, ['mul', 'a'], ['mul'], {
      read: [value('mul', mul), value('a', a)],
      written: [value('mul', mul * a)],
      text: `${mul} * ${a} -> ${mul * a}`,
    });
    mul *= a;
    run(9, decided, ['a'], ['a'], {
      read: [value('a', a)],
      written: [value('a', a + 1)],
      text: `${a} + 1 -> ${a + 1}`,
    });
    a += 1;
  }
  const printSum = run(10, -1, ['sum'], [], {
    read: [value('sum', sum)],
    written: [],
    text: `printf("sum = %d\\n", ${sum})`,
  });
  const printMul = run(11, -1, ['mul'], [], {
    read: [value('mul', mul)],
    written: [],
    text: `printf("mul = %d\\n", ${mul})`,
  });
  run(12, -1, [], []);
  const units = unitsOf([
    [5, 7, 'sum = 0', 'declaration'],
    [6, 7, 'mul = 1', 'declaration'],
    [8, 3, 'printf("a? ")'],
    [9, 3, 'scanf("%d", &a)'],
    [10, 3, 'printf("b? ")'],
    [11, 3, 'scanf("%d", &b)'],
    [12, 3, 'while (a <= b)', 'condition'],
    [13, 5, 'sum = sum + a'],
    [14, 5, 'mul = mul * a'],
    [15, 5, 'a = a + 1'],
    [17, 3, 'printf("sum = %d\\n", sum)'],
    [18, 3, 'printf("mul = %d\\n", mul)'],
    [19, 3, 'return 0', 'return'],
  ]);
  const size = recorder.unit.length;
  const instances = (unit) =>
    recorder.unit.flatMap((other, event) => (other === unit ? [event] : []));
  const kept = [
    0,
    3,
    ...instances(7).slice(1),
    instances(8)[0],
    ...instances(9).slice(0, 5),
    printSum,
    printMul,
  ].sort((x, y) => x - y);
  const full = sliceOf(recorder, [printSum, printMul], true);
  const data = sliceOf(recorder, [printSum, printMul], false);
  const stdout = 'a? b? sum = 15\nmul = 0\n';
  const search = searchOf(kept, size, 200);
  const reasons = {};
  for (const event of kept)
    reasons[event] = {
      outcome: 'PASS',
      cause: '',
      text: '`sum = 1520786100` in place of `sum = 15`',
    };
  return {
    meta: {
      format: 1,
      version: '0.1.0',
      case: {
        program: './sample',
        arguments: [],
        stdin: 'in.txt',
        predicates: ["--keep 'sum = .*|mul = .*'"],
        flow: 'trace',
        poison: 'pattern',
        directory: '.pinstripe',
        command:
          "pinstripe reduce --stdin in.txt --keep 'sum = .*|mul = .*' -- ./sample",
      },
      engine: { name: 'native', fallback: null },
      run: {
        ending: 'exit status 0',
        stdout: textOf(stdout),
        stderr: null,
        stdin: textOf('0 5\n'),
        expected: null,
        matched: [
          [6, 14],
          [15, 22],
        ],
        written: [
          [printSum, 6, 15],
          [printMul, 15, 23],
        ],
      },
      crash: null,
      events: size,
      invocations: 1,
      files: [{ path: 'sample.c', text: sumSource }],
      functions: [{ name: 'main', file: 0, line: 3, end_line: 20 }],
      units,
      sets: [
        { name: 'kept', count: kept.length },
        { name: 'full', count: full.length },
        { name: 'data', count: data.length },
      ],
      reduction: {
        minimality: '1-minimal',
        granularity: 'instance',
        sentence: `every one of the ${kept.length} was left out once: the output then did not come out`,
        garbage_sensitive: false,
        interrupted: false,
      },
      values: recorder.values,
      reasons,
      guards: [],
      dependences: { edges: 0, of: 'all', missing: null },
      tests: search.info,
      results: locateResults(),
    },
    columns: {
      ...recorder.columns,
      ...search.columns,
      'set.kept': bitsOf(kept, size),
      'set.full': bitsOf(full, size),
      'set.data': bitsOf(data, size),
    },
    deltas: ['dependence.first'],
  };
}

/** Results of verbs, in the form of their JSON. */
function locateResults() {
  const at = { file: 'sample.c', line: 13, column: 5, function: 'main' };
  return {
    switch: {
      switches: [
        {
          index: 7,
          file: 'sample.c',
          line: 12,
          column: 3,
          function: 'main',
          text: 'while (a <= b)',
          instance: 1,
          form: 'single',
          taken: { line: 17, column: 3, text: 'printf("sum = %d\\n", sum)' },
          effect: 'gone',
          tests: { 'expected-output': 0, gone: 1 },
        },
      ],
    },
    replace: {
      replacements: [
        {
          ...at,
          index: 28,
          text: 'sum = sum + a',
          instance: 6,
          form: 'single',
          replaced: {
            operand: 'sum',
            when: 'after',
            recorded: '15',
            instead: '10',
          },
          effect: 'expected-output',
          tests: { 'expected-output': 1, other: 4 },
        },
      ],
    },
    locate: {
      wrong: { line: 1, printed: 'sum = 15', expected: 'sum = 10' },
      ranked: [
        {
          ...at,
          end_line: 13,
          text: 'sum = sum + a;',
          executed: 6,
          score: 1.5,
          entry: 1,
          evidence: [
            {
              kind: 'replace',
              text: '10 instead of 15 for sum after it at #6: the expected output comes out (1 of 5 trials)',
              effect: 'expected-output',
              index: 28,
              instance: 6,
              form: 'single',
              trials: 5,
              hits: 1,
              replaced: {
                operand: 'sum',
                when: 'after',
                recorded: '15',
                instead: '10',
              },
            },
            {
              kind: 'kept',
              text: 'the wrong line needs it: 5 of 6 instances',
              kept: 5,
              executed: 6,
              guard: false,
            },
            {
              kind: 'slice',
              text: 'its value goes into the wrong line, and no right line',
              wrong_lines: 1,
              by_value: true,
              right_lines: 0,
            },
          ],
        },
        {
          ...at,
          line: 15,
          end_line: 15,
          text: 'a = a + 1;',
          executed: 6,
          score: 0.7,
          entry: 1,
          evidence: [
            {
              kind: 'kept',
              text: 'the wrong line needs it: 5 of 6 instances',
              kept: 5,
              executed: 6,
              guard: false,
            },
            {
              kind: 'slice',
              text: 'its value goes into the wrong line and 1 of 1 right line',
              wrong_lines: 1,
              by_value: true,
              right_lines: 1,
            },
          ],
        },
      ],
    },
  };
}

const longSource = `#include <stdio.h>

static long state = 1;

static long step(long x)
{
  long y = x * 3 + 1;
  if (y % 2 == 0)
    y = y / 2;
  return y;
}

static long inner(long n)
{
  long total = 0;
  for (long i = 0; i < n; ++i)
    total += step(i + state);
  state = total % 1000;
  return total;
}

int main(void)
{
  long sum = 0;
  for (int round = 0; round < ROUNDS; ++round)
    sum += inner(20);
  printf("sum: %ld\\n", sum);
  return 0;
}
`;

const U = {
  y: 0,
  isEven: 1,
  half: 2,
  returnY: 3,
  total: 4,
  i: 5,
  test: 6,
  add: 7,
  next: 8,
  state: 9,
  returnTotal: 10,
  sum: 11,
  round: 12,
  roundTest: 13,
  addSum: 14,
  nextRound: 15,
  print: 16,
  end: 17,
};

/** A run of about `events` events, with calls and loops. */
export function longReport(events) {
  const recorder = new Recorder();
  const main = recorder.enter(2, -1, -1);
  recorder.event(U.sum, main, -1, [], ['sum']);
  recorder.event(U.round, main, -1, [], ['round']);
  let decided = -1;
  const kept = [0];
  for (let round = 0; recorder.unit.length < events - 200; ++round) {
    decided = recorder.event(U.roundTest, main, decided, ['round'], []);
    const call = recorder.event(U.addSum, main, decided, ['sum'], ['sum']);
    const inner = recorder.enter(1, main, call);
    recorder.event(U.total, inner, call, [], ['total']);
    recorder.event(U.i, inner, call, [], ['i']);
    let test = call;
    for (let i = 0; i < 20; ++i) {
      test = recorder.event(U.test, inner, test, ['i'], []);
      const add = recorder.event(
        U.add,
        inner,
        test,
        ['total', 'i', 'state'],
        ['total', 'x'],
      );
      const step = recorder.enter(0, inner, add);
      const y = recorder.event(U.y, step, add, ['x'], ['y']);
      const even = recorder.event(U.isEven, step, add, ['y'], []);
      if ((i * 7 + round) % 3 === 0)
        recorder.event(U.half, step, even, ['y'], ['y']);
      recorder.event(U.returnY, step, add, ['y'], ['x']);
      recorder.event(U.next, inner, test, ['i'], ['i']);
      if (round % 97 === 5 && i === 3) kept.push(add, y);
    }
    recorder.event(U.state, inner, call, ['total'], ['state']);
    recorder.event(U.returnTotal, inner, call, ['total'], ['sum']);
    recorder.event(U.nextRound, main, decided, ['round'], ['round']);
  }
  const print = recorder.event(U.print, main, -1, ['sum'], []);
  recorder.event(U.end, main, -1, [], []);
  kept.push(print);
  const units = unitsOf([
    [7, 8, 'y = x * 3 + 1', 'declaration'],
    [8, 3, 'if (y % 2 == 0)', 'condition'],
    [9, 5, 'y = y / 2'],
    [10, 3, 'return y', 'return'],
    [15, 8, 'total = 0', 'declaration'],
    [16, 13, 'i = 0', 'declaration'],
    [16, 20, 'i < n', 'condition'],
    [17, 5, 'total += step(i + state)'],
    [16, 27, '++i'],
    [18, 3, 'state = total % 1000'],
    [19, 3, 'return total', 'return'],
    [24, 8, 'sum = 0', 'declaration'],
    [25, 12, 'round = 0', 'declaration'],
    [25, 23, 'round < ROUNDS', 'condition'],
    [26, 5, 'sum += inner(20)'],
    [25, 39, '++round'],
    [27, 3, 'printf("sum: %ld\\n", sum)'],
    [28, 3, 'return 0', 'return'],
  ]);
  const size = recorder.unit.length;
  kept.sort((a, b) => a - b);
  const full = sliceOf(recorder, [print], true);
  const search = searchOf(kept, size, 300);
  return {
    meta: {
      format: 1,
      version: '0.1.0',
      case: {
        program: './long',
        predicates: ["--keep 'sum: .*'"],
        flow: 'trace',
        command: "pinstripe reduce --keep 'sum: .*' -- ./long",
      },
      engine: { name: 'native', fallback: null },
      run: {
        ending: 'exit status 0',
        stdout: textOf('sum: 123456\n'),
        matched: [[0, 11]],
      },
      events: size,
      invocations: recorder.functionOf.length,
      files: [{ path: 'src/long.c', text: longSource }],
      functions: [
        { name: 'step', file: 0, line: 5, end_line: 11 },
        { name: 'inner', file: 0, line: 13, end_line: 20 },
        { name: 'main', file: 0, line: 22, end_line: 29 },
      ],
      units,
      sets: [
        { name: 'kept', count: kept.length },
        { name: 'full', count: full.length },
      ],
      reduction: {
        minimality: '1-minimal',
        granularity: 'instance',
        sentence: `every one of the ${kept.length} was left out once: the output then did not come out`,
      },
      values: {},
      reasons: {},
      guards: [],
      dependences: { edges: 0, of: 'all', missing: null },
      tests: search.info,
      results: {},
    },
    columns: {
      ...recorder.columns,
      ...search.columns,
      'set.kept': bitsOf(kept, size),
      'set.full': bitsOf(full, size),
    },
    deltas: ['dependence.first'],
  };
}

/** The reduction of an input, as `pinstripe input --report` writes it. */
export function inputSearch() {
  const content = (text) => ({ bytes: Buffer.byteLength(text), text });
  return {
    pinstripe: { version: '0.1.0', format: 1 },
    verb: 'input',
    program: './calculate',
    command: 'pinstripe input --report page.html -- ./calculate < in.txt',
    form: 'minimise',
    share: { left: 7, of: 16, unit: 'bytes' },
    texts: [
      {
        name: 'standard input',
        given: content('(1+2)*(3/(4-2*2)'),
        failing: content('/(4-2*2'),
        passing: null,
      },
      {
        name: 'long.txt',
        given: { bytes: 2_000_000, text: null },
        failing: content(''),
        passing: null,
      },
    ],
    stages: [
      { elements: 'lines', before: 1, after: 1, tests: 2 },
      { elements: 'tokens', before: 16, after: 7, tests: 21 },
    ],
    report: 'standard input: 1 line, 16 bytes; 1 line, 7 bytes still fail\n',
  };
}
