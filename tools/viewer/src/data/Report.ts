// The decoded report, with indices for quick queries by the views.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { ColumnReader, inflate, type ElementReader } from './Columns';
import { Dependences } from './Dependences';
import { EventSet, lowerBound } from './EventSet';
import { experimentsOf, type Experiments } from './Experiments';
import type { EventValues, Meta, Unit } from './Format';
import { Invocations } from './Invocations';
import { groupByKey, type Rows } from './Rows';
import { storyOf, type Story } from './Story';
import { TestLog } from './TestLog';

/** What a line has in it, over all statements that begin there. */
export interface LineCount {
  executed: number;
  /** Without clean-ups. */
  kept: number;
  cleanups: number;
}

/** The words for a number of clean-ups: "1 clean-up". */
export function cleanupWords(count: number): string {
  return `${count.toLocaleString('en')} clean-up${count === 1 ? '' : 's'}`;
}

/** The sets that have clean-ups, each with the name of the set of these. */
const cleanupSets: Record<string, string> = {
  kept: 'cleanups',
  guarded: 'guarded-cleanups',
};

export class Report {
  readonly instances: Rows;
  readonly keptEvents: Uint32Array;
  /** The kept events that are counted as such: those that are not clean-ups. */
  readonly countedEvents: Uint32Array;
  /** Index of the k-th execution of its unit, from 1. */
  private readonly rank: Uint32Array;
  private readonly unitsByLine = new Map<string, number[]>();
  readonly experiments: Experiments;
  /** What `explain` tells; null if it was not asked. */
  readonly story: Story | null;
  private readonly guards: Set<number>;
  private dependencesPromise: Promise<Dependences> | null = null;
  private testsPromise: Promise<TestLog | null> | null = null;

  constructor(
    readonly meta: Meta,
    readonly unitOf: Uint32Array,
    readonly invocationOf: Uint32Array,
    readonly invocations: Invocations,
    readonly sets: Map<string, EventSet>,
    private readonly columns: ColumnReader,
  ) {
    this.instances = groupByKey(unitOf, meta.units.length);
    this.rank = new Uint32Array(unitOf.length);
    for (let unit = 0; unit < meta.units.length; ++unit) {
      const { first, all } = this.instances;
      for (let i = first[unit]; i < first[unit + 1]; ++i)
        this.rank[all[i]] = i - first[unit] + 1;
    }
    this.guards = new Set(meta.guards);
    this.keptEvents = sets.get('kept')?.list() ?? new Uint32Array(0);
    this.countedEvents = sets.has('cleanups')
      ? this.keptEvents.filter((event) => !this.isCleanup(event))
      : this.keptEvents;
    meta.units.forEach((unit, index) => {
      const key = unit.file + ':' + unit.line;
      const list = this.unitsByLine.get(key);
      if (list) list.push(index);
      else this.unitsByLine.set(key, [index]);
    });
    for (const list of this.unitsByLine.values())
      list.sort((a, b) => meta.units[a].column - meta.units[b].column);
    this.experiments = experimentsOf(meta);
    this.story = storyOf(meta);
  }

  get eventCount(): number {
    return this.unitOf.length;
  }

  unit(event: number): Unit {
    return this.meta.units[this.unitOf[event]];
  }

  /** Which execution of its statement the event is, from 1. */
  instance(event: number): number {
    return this.rank[event];
  }

  instanceCount(event: number): number {
    return this.instances.count(this.unitOf[event]);
  }

  /** The event's address in words: sample.c:13 #2. */
  name(event: number): string {
    const unit = this.unit(event);
    const several = this.unitsOfLine(unit.file, unit.line).length > 1;
    const column = several ? ':' + unit.column : '';
    const place = this.fileName(unit.file) + ':' + unit.line + column;
    return place + ' #' + this.instance(event);
  }

  fileName(file: number): string {
    return this.meta.files[file]?.path.split('/').pop() ?? '?';
  }

  functionOfEvent(event: number): string {
    const invocation = this.invocationOf[event];
    return this.functionName(this.invocations.functionOf[invocation]);
  }

  functionName(index: number): string {
    return this.meta.functions[index]?.name ?? '?';
  }

  isKept(event: number): boolean {
    return this.sets.get('kept')?.has(event) ?? false;
  }

  /**
   * True if the event is a clean-up that is in the set only because it goes with
   * the construction of an object. Such an event can't be skipped alone, so it
   * is not critical.
   */
  isCleanup(event: number, set = 'kept'): boolean {
    return this.cleanupsOf(set)?.has(event) ?? false;
  }

  /** The clean-ups of a set; undefined if there are none. */
  private cleanupsOf(set: string): EventSet | undefined {
    return this.sets.get(cleanupSets[set] ?? '');
  }

  /** How many events a set has, and how many of them are clean-ups. */
  setCount(set: string): { count: number; cleanups: number } {
    // If the report states the size of a set, this size is used. Counting the
    // events of a long run in each view would take too long.
    const sizeOf = (name: string) =>
      this.meta.sets?.find((each) => each.name === name)?.count ??
      this.sets.get(name)?.count() ??
      0;
    const cleanups = set in cleanupSets ? sizeOf(cleanupSets[set]) : 0;
    return { count: sizeOf(set) - cleanups, cleanups };
  }

  /** True if each kept event is known to be critical. */
  get isCertified(): boolean {
    return (this.meta.reduction?.minimality ?? 'none') !== 'none';
  }

  get hasTests(): boolean {
    return (this.meta.tests?.count ?? 0) > 0;
  }

  /** What kept events are called: critical only if that is certified. */
  get keptWord(): 'critical' | 'kept' {
    return this.isCertified ? 'critical' : 'kept';
  }

  isIn(set: string, event: number): boolean {
    return this.sets.get(set)?.has(event) ?? false;
  }

  isGuard(event: number): boolean {
    return this.guards.has(event);
  }

  isPinned(event: number): boolean {
    return Boolean(this.unit(event).pinned);
  }

  values(event: number): EventValues | undefined {
    return this.meta.values?.[event];
  }

  unitsOfLine(file: number, line: number): number[] {
    return this.unitsByLine.get(file + ':' + line) ?? [];
  }

  unitCount(unit: number, set = 'kept'): LineCount {
    const events = this.instances.of(unit);
    let kept = 0;
    let cleanups = 0;
    const chosen = this.sets.get(set);
    if (chosen)
      for (const event of events)
        if (this.isCleanup(event, set)) ++cleanups;
        else if (chosen.has(event)) ++kept;
    return { executed: events.length, kept, cleanups };
  }

  /** Returns the executed lines of a file, in order. */
  executedLines(file: number): number[] {
    const lines = new Set<number>();
    this.meta.units.forEach((unit, index) => {
      if (unit.file === file && this.instances.count(index) > 0)
        lines.add(unit.line);
    });
    return [...lines].sort((a, b) => a - b);
  }

  /** The kept event after `event`, or the one before; -1 if there is none. */
  nextKept(event: number, direction: 1 | -1): number {
    const kept = this.keptEvents;
    const at = lowerBound(kept, direction === 1 ? event + 1 : event);
    const index = direction === 1 ? at : at - 1;
    return index >= 0 && index < kept.length ? kept[index] : -1;
  }

  dependences(): Promise<Dependences> {
    this.dependencesPromise ??= this.readDependences();
    return this.dependencesPromise;
  }

  private async readDependences(): Promise<Dependences> {
    const { columns } = this;
    const control = columns.has('event.control')
      ? ((await columns.get('event.control')) as Int32Array)
      : null;
    if (!columns.has('dependence.first'))
      return Dependences.none(this.eventCount, control);
    const [first, on, kind] = await Promise.all(
      ['first', 'on', 'kind'].map((name) => columns.get('dependence.' + name)),
    );
    return new Dependences(
      first as Uint32Array,
      on as Int32Array,
      kind as Uint8Array,
      control,
    );
  }

  tests(): Promise<TestLog | null> {
    this.testsPromise ??= this.readTests();
    return this.testsPromise;
  }

  private async readTests(): Promise<TestLog | null> {
    const { meta, columns } = this;
    if (!meta.tests || !this.hasTests || !columns.has('test.outcome'))
      return null;
    const names = ['outcome', 'cause', 'seconds', 'executed', 'bits'];
    const [outcome, cause, seconds, executed, bits] = await Promise.all(
      names.map((name) =>
        columns.has('test.' + name) ? columns.get('test.' + name) : null,
      ),
    );
    return new TestLog(
      meta.tests.count,
      meta.tests.width,
      this.eventCount,
      outcome as Uint8Array,
      cause as Uint8Array | null,
      seconds as Float32Array | null,
      executed as Uint32Array | null,
      bits as Uint8Array | null,
    );
  }
}

/** Reads the report out of the page; null if the page has none. */
export async function readReport(read: ElementReader): Promise<Report | null> {
  const text = read('pinstripe-meta');
  if (text === null) return null;
  const json = new TextDecoder().decode(await inflate(text));
  const meta = JSON.parse(json) as Meta;
  if (meta.format !== 1)
    throw new Error(`the report has format ${meta.format}, the page reads 1`);
  const columns = new ColumnReader(read, meta.columns ?? {});
  const names = [
    'event.unit',
    'event.invocation',
    'invocation.function',
    'invocation.caller',
    'invocation.parent',
  ];
  const setNames = (meta.sets ?? [])
    .map((set) => set.name)
    .filter((name) => columns.has('set.' + name));
  const [unit, invocation, functionOf, caller, parent, ...bits] =
    await Promise.all(
      [...names, ...setNames.map((name) => 'set.' + name)].map((name) =>
        columns.get(name),
      ),
    );
  const sets = new Map<string, EventSet>();
  setNames.forEach((name, i) =>
    sets.set(name, new EventSet(bits[i] as Uint8Array, unit.length)),
  );
  return new Report(
    meta,
    unit as Uint32Array,
    invocation as Uint32Array,
    new Invocations(
      functionOf as Uint32Array,
      caller as Int32Array,
      parent as Int32Array,
      invocation as Uint32Array,
    ),
    sets,
    columns,
  );
}
