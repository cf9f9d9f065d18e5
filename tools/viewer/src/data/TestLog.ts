// The tests of a reduction: their outcomes, and which events each executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

export type Outcome = 'PASS' | 'FAIL' | 'UNRESOLVED';
const outcomes: Outcome[] = ['PASS', 'FAIL', 'UNRESOLVED'];
const causes = [
  '',
  'crash',
  'hang',
  'divergence',
  'limit',
  'a condition decided otherwise',
  'undecided',
];

export class TestLog {
  readonly rowBytes: number;
  /** Index of the best FAIL so far at each test; -1 before the first. */
  readonly best: Int32Array;

  constructor(
    /** All tests of the search; `shown` of them are here. */
    readonly count: number,
    /** Columns of a row: the events, or that many buckets of events. */
    readonly width: number,
    readonly eventCount: number,
    private readonly outcomes: Uint8Array,
    private readonly causes: Uint8Array | null,
    readonly seconds: Float32Array | null,
    private readonly executedCounts: Uint32Array | null,
    private readonly bits: Uint8Array | null,
  ) {
    this.rowBytes = (width + 7) >> 3;
    this.best = new Int32Array(outcomes.length);
    let best = -1;
    for (let i = 0; i < outcomes.length; ++i) {
      if (
        outcomes[i] === 1 &&
        (best < 0 || this.executed(i) <= this.executed(best))
      )
        best = i;
      this.best[i] = best;
    }
  }

  get shown(): number {
    return this.outcomes.length;
  }

  outcome(test: number): Outcome {
    return outcomes[this.outcomes[test]] ?? 'UNRESOLVED';
  }

  cause(test: number): string {
    return causes[this.causes?.[test] ?? 0] ?? '';
  }

  executed(test: number): number {
    return this.executedCounts?.[test] ?? 0;
  }

  has(test: number, column: number): boolean {
    const byte = this.bits?.[test * this.rowBytes + (column >> 3)] ?? 0;
    return ((byte >> (column & 7)) & 1) === 1;
  }

  /** The first and the end of the events that a column stands for. */
  eventsOfColumn(column: number): [number, number] {
    const size = this.eventCount / this.width;
    if (size <= 1) return [column, column + 1];
    return [Math.ceil(column * size), Math.ceil((column + 1) * size)];
  }

  columnOfEvent(event: number): number {
    if (this.width >= this.eventCount) return event;
    return Math.floor((event * this.width) / this.eventCount);
  }

  /** Returns the columns that the best result before had and this test lacks. */
  leftOut(test: number): number[] {
    const before = test > 0 ? this.best[test - 1] : -1;
    const columns = [];
    for (let column = 0; column < this.width; ++column) {
      const was = before < 0 || this.has(before, column);
      if (was && !this.has(test, column)) columns.push(column);
    }
    return columns;
  }

  /** Counts the outcomes of the tests up to `test`. */
  tally(test: number): Record<Outcome, number> {
    const tally = { PASS: 0, FAIL: 0, UNRESOLVED: 0 };
    for (let i = 0; i <= test; ++i) ++tally[this.outcome(i)];
    return tally;
  }
}
