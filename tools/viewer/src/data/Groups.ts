// Gathers kept events into functions, invocations and loops, for the graph.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each event belongs to nested groups: its function, its invocation, and the
// loop in which it was executed. A closed group is drawn as one node.

import type { Dependences, EdgeKind } from './Dependences';
import type { Report } from './Report';

export type Level = 'events' | 'loops' | 'invocations' | 'functions';
export const levels: Level[] = ['events', 'loops', 'invocations', 'functions'];

export interface GraphNode {
  key: string;
  kind: 'event' | 'loop' | 'invocation' | 'function';
  /** The events in it, in order. */
  events: number[];
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: EdgeKind;
  count: number;
  /** True if only events that are not in the graph lead from one to the other. */
  isIndirect: boolean;
}

export interface EventGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** Returns the keys of the groups of an event, outermost first. */
export type PathOf = (event: number) => string[];

/**
 * A statement that is executed more than once in an invocation is in a loop: all
 * its executions there make a group.
 */
export function pathsOf(report: Report, events: ArrayLike<number>): PathOf {
  const { units } = report.meta;
  const keyOf = (event: number) =>
    report.invocationOf[event] * units.length + report.unitOf[event];
  const once = new Set<number>();
  const inLoop = new Set<number>();
  for (let i = 0; i < events.length; ++i) {
    const key = keyOf(events[i]);
    if (once.has(key)) inLoop.add(key);
    else once.add(key);
  }
  return (event) => {
    const invocation = report.invocationOf[event];
    const path = [
      'f' + report.invocations.functionOf[invocation],
      'i' + invocation,
    ];
    if (inLoop.has(keyOf(event)))
      path.push('l' + invocation + '.' + report.unitOf[event]);
    return path;
  };
}

const depthOfLevel: Record<Level, number> = {
  functions: 0,
  invocations: 1,
  loops: 2,
  events: 3,
};

/**
 * Returns the node that stands for an event: the outermost of its groups that is
 * closed. A group is closed if its level is, unless it is in `opened`, or if it
 * is in `shut`.
 */
export function nodeKey(
  path: string[],
  event: number,
  level: Level,
  opened: ReadonlySet<string>,
  shut: ReadonlySet<string>,
): string {
  for (let depth = 0; depth < path.length; ++depth) {
    const isClosed = depth >= depthOfLevel[level];
    if (shut.has(path[depth]) || (isClosed && !opened.has(path[depth])))
      return path[depth];
  }
  return 'e' + event;
}

const kinds = {
  e: 'event',
  l: 'loop',
  i: 'invocation',
  f: 'function',
} as const;

const kindNames: EdgeKind[] = ['data', 'address', 'control'];

/** Makes the graph of `events`, in which closed groups are single nodes. */
export function graphOf(
  dependences: Dependences,
  events: ArrayLike<number>,
  keyOf: (event: number) => string,
): EventGraph {
  const nodes: GraphNode[] = [];
  const indexOfKey = new Map<string, number>();
  // For each event, the index of its node in `nodes`; -1 if the event is not in
  // the graph.
  const nodeOf = new Int32Array(dependences.first.length - 1).fill(-1);
  for (let i = 0; i < events.length; ++i) {
    const event = events[i];
    const key = keyOf(event);
    let index = indexOfKey.get(key);
    if (index === undefined) {
      index = nodes.length;
      indexOfKey.set(key, index);
      const kind = kinds[key[0] as keyof typeof kinds];
      nodes.push({ key, kind, events: [] });
    }
    nodes[index].events.push(event);
    nodeOf[event] = index;
  }
  const edges = new Map<number, GraphEdge>();
  const connect: Connect = (source, target, kind, isIndirect) => {
    const from = nodeOf[source];
    const to = nodeOf[target];
    if (from < 0 || from === to) return;
    const key = (from * nodes.length + to) * kindNames.length + kind;
    const edge = edges.get(key);
    if (!edge)
      edges.set(key, {
        from: nodes[from].key,
        to: nodes[to].key,
        kind: kindNames[kind],
        count: 1,
        isIndirect,
      });
    else {
      ++edge.count;
      edge.isIndirect &&= isIndirect;
    }
  };
  connectAll(dependences, events, nodeOf, connect);
  return { nodes, edges: [...edges.values()] };
}

type Connect = (
  source: number,
  target: number,
  kind: number,
  isIndirect: boolean,
) => void;

/** Events beyond which an indirect cause is not looked for. */
const mostSteps = 64;

/**
 * Finds what each event depends on. Where that is not in the graph, data is
 * followed back to events that are: a skipped event leaves the value that was
 * there before, so what it depends on takes its place. Of decisions and calls,
 * the nearest in the graph counts.
 */
function connectAll(
  dependences: Dependences,
  events: ArrayLike<number>,
  nodeOf: Int32Array,
  connect: Connect,
): void {
  const { first, on, kind, control } = dependences;
  // For each event, the start event of the last search that visited it. Each
  // search has another start, so the array need not be cleared between
  // searches.
  const seenFor = new Int32Array(nodeOf.length).fill(-1);
  const waiting: number[] = [];
  for (let i = 0; i < events.length; ++i) {
    const event = events[i];
    seenFor[event] = event;
    waiting.length = 0;
    for (let k = first[event]; k < first[event + 1]; ++k) {
      const cause = event - on[k];
      if (nodeOf[cause] >= 0) connect(cause, event, kind[k] ? 1 : 0, false);
      else if (seenFor[cause] !== event) {
        seenFor[cause] = event;
        waiting.push(cause);
      }
    }
    for (let at = 0; at < waiting.length; ++at) {
      const through = waiting[at];
      for (let k = first[through]; k < first[through + 1]; ++k) {
        const cause = through - on[k];
        if (kind[k] || seenFor[cause] === event) continue;
        seenFor[cause] = event;
        if (nodeOf[cause] >= 0) connect(cause, event, 0, true);
        else if (waiting.length < mostSteps) waiting.push(cause);
      }
    }
    let decided = control ? control[event] : -1;
    while (decided >= 0 && nodeOf[decided] < 0) decided = control![decided];
    if (decided >= 0) connect(decided, event, 2, false);
  }
}

/** The finest level at which the graph has at most `most` nodes. */
export function levelFor(
  pathOf: PathOf,
  events: ArrayLike<number>,
  most: number,
): Level {
  const none = new Set<string>();
  return (
    levels.find((level) => {
      const keys = new Set<string>();
      for (let i = 0; i < events.length && keys.size <= most; ++i)
        keys.add(nodeKey(pathOf(events[i]), events[i], level, none, none));
      return keys.size <= most;
    }) ?? 'functions'
  );
}
