// Tests how causes, effects and chains of events are found and gathered.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { describe, expect, it } from 'vitest';
import { causesModel } from '../../src/data/CausesModel';
import { Dependences } from '../../src/data/Dependences';
import { graphOf, levelFor, nodeKey, pathsOf } from '../../src/data/Groups';
import { sum } from './support';

/** Event i depends on the events of causes[i]; control[i] decided it. */
function dependencesOf(causes: number[][], control?: number[]) {
  const first = new Uint32Array(causes.length + 1);
  const on: number[] = [];
  causes.forEach((list, event) => {
    for (const cause of list) on.push(event - cause);
    first[event + 1] = on.length;
  });
  return new Dependences(
    first,
    Int32Array.from(on),
    new Uint8Array(on.length),
    control ? Int32Array.from(control) : null,
  );
}

const none: ReadonlySet<string> = new Set();

describe('dependences', () => {
  it('are found in both directions', () => {
    const graph = dependencesOf([[], [0], [0, 1]], [-1, -1, 1]);
    expect(graph.causes(2)).toEqual([
      { event: 1, kind: 'data' },
      { event: 1, kind: 'control' },
      { event: 0, kind: 'data' },
    ]);
    expect(graph.effects(0).map(({ event }) => event)).toEqual([1, 2]);
    expect(graph.effects(1)).toEqual([
      { event: 2, kind: 'data' },
      { event: 2, kind: 'control' },
    ]);
  });

  it('make the shortest chain between two events', () => {
    const graph = dependencesOf([[], [0], [1], [2], [1, 3]]);
    expect(graph.chain(0, 4)!.map(({ event }) => event)).toEqual([0, 1, 4]);
    expect(graph.chain(0, 4)!.map(({ why }) => why)).toEqual([
      null,
      'data',
      'data',
    ]);
    expect(graph.chain(2, 2)!.length).toBe(1);
  });

  it('make no chain where there is none', () => {
    expect(dependencesOf([[], [], [0]]).chain(1, 2)).toBeNull();
  });

  it('explain the output of the first sample', async () => {
    const report = await sum();
    const graph = await report.dependences();
    const chain = graph.chain(3, 31)!.map(({ event }) => report.name(event));
    expect(chain[0]).toBe('sample.c:9 #1');
    expect(chain[chain.length - 1]).toBe('sample.c:17 #1');
    expect(chain).toContain('sample.c:13 #6');
  });
});

describe('the graph of kept events', () => {
  it('leads through events that are not in it', () => {
    const graph = dependencesOf([[], [0], [1]]);
    const { edges } = graphOf(graph, [0, 2], (event) => 'e' + event);
    expect(edges).toEqual([
      { from: 'e0', to: 'e2', kind: 'data', count: 1, isIndirect: true },
    ]);
  });

  it('takes the nearest decision that is in it', () => {
    const graph = dependencesOf([[], [], [], []], [-1, 0, 1, 2]);
    const { edges } = graphOf(graph, [0, 3], (event) => 'e' + event);
    expect(edges).toMatchObject([{ from: 'e0', to: 'e3', kind: 'control' }]);
  });

  it('gathers loops, calls and functions', async () => {
    const report = await sum();
    const pathOf = pathsOf(report, report.keptEvents);
    const keys = (level: 'events' | 'loops' | 'functions') =>
      new Set(
        [...report.keptEvents].map((event) =>
          nodeKey(pathOf(event), event, level, none, none),
        ),
      ).size;
    expect(keys('events')).toBe(15);
    // If events are grouped by loop, the executions 2 to 6 of line 13 are one
    // node, and the five executions of line 15 another.
    expect(keys('loops')).toBe(7);
    expect(keys('functions')).toBe(1);
    expect(levelFor(pathOf, report.keptEvents, 10)).toBe('loops');
  });

  it('opens and closes single groups', () => {
    const path = ['f0', 'i0', 'l0.7'];
    expect(nodeKey(path, 5, 'events', none, none)).toBe('e5');
    expect(nodeKey(path, 5, 'events', none, new Set(['l0.7']))).toBe('l0.7');
    expect(nodeKey(path, 5, 'functions', none, none)).toBe('f0');
    expect(nodeKey(path, 5, 'functions', new Set(['f0']), none)).toBe('i0');
    const all = new Set(path);
    expect(nodeKey(path, 5, 'functions', all, none)).toBe('e5');
  });

  it('is placed from top to bottom and ends with the output', async () => {
    const report = await sum();
    const dependences = await report.dependences();
    const choice = { level: null, opened: none, shut: none };
    const model = causesModel(report, dependences, choice, 31, null);
    expect(model.level).toBe('events');
    const node = (key: string) => model.nodes.find((it) => it.key === key)!;
    expect(node('out').title).toBe('sum = 15 mul = 0');
    expect(node('e3').y).toBeLessThan(node('e27').y);
    expect(node('e27').y).toBeLessThan(node('e31').y);
    expect(node('e31').y).toBeLessThan(node('out').y);
    expect(model.lit!.has('e27')).toBe(true);
    expect(model.lit!.has('e32')).toBe(false);
    // The initial value of `sum` reaches the event e11 through an execution of
    // line 13 that is not kept. So the edge is indirect.
    const edge = model.edges.find(({ from }) => from === 'e0')!;
    expect(edge).toMatchObject({ to: 'e11', isIndirect: true });
  });
});
