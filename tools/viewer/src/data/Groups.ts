// Gathers kept events into functions, invocations and loops, for the graph.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each event has a path of groups from the outside in: its function, its
// invocation, the loop that it was executed in. A group that is closed is drawn
// as one node.

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
}

export interface EventGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/**
 * Finds loops among statements: a statement that is executed more than once in
 * an invocation, with what is executed between its executions. Returns for each
 * event the first statement (by place) of its round, or -1 outside of loops.
 */
export function loopOfEvents(report: Report, events: ArrayLike<number>) {
  const seen = new Map<string, number>();
  for (let i = 0; i < events.length; ++i) {
    const key = report.invocationOf[events[i]] + ':' + report.unitOf[events[i]];
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return (event: number): boolean => {
    const key = report.invocationOf[event] + ':' + report.unitOf[event];
    return (seen.get(key) ?? 0) > 1;
  };
}

/** Returns the keys of the groups of an event, outermost first. */
export type PathOf = (event: number) => string[];

export function pathsOf(report: Report, events: ArrayLike<number>): PathOf {
  const isInLoop = loopOfEvents(report, events);
  return (event) => {
    const invocation = report.invocationOf[event];
    const path = [
      'f' + report.invocations.functionOf[invocation],
      'i' + invocation,
    ];
    if (isInLoop(event)) path.push('l' + invocation + '.' + report.unitOf[event]);
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

const kinds = { e: 'event', l: 'loop', i: 'invocation', f: 'function' } as const;

/** Makes the graph of `events`, in which closed groups are single nodes. */
export function graphOf(
  dependences: Dependences,
  events: ArrayLike<number>,
  keyOf: (event: number) => string,
): EventGraph {
  const nodes = new Map<string, GraphNode>();
  const chosen = new Set<number>(Array.from(events));
  for (const event of chosen) {
    const key = keyOf(event);
    const node = nodes.get(key);
    if (node) node.events.push(event);
    else
      nodes.set(key, {
        key,
        kind: kinds[key[0] as keyof typeof kinds],
        events: [event],
      });
  }
  const edges = new Map<string, GraphEdge>();
  for (const event of chosen) {
    const to = keyOf(event);
    for (const cause of dependences.causes(event)) {
      const source =
        cause.kind === 'control'
          ? nearestChosen(dependences, cause.event, chosen)
          : cause.event;
      if (source < 0 || !chosen.has(source)) continue;
      const from = keyOf(source);
      if (from === to) continue;
      const key = from + ' ' + to + ' ' + cause.kind;
      const edge = edges.get(key);
      if (edge) ++edge.count;
      else edges.set(key, { from, to, kind: cause.kind, count: 1 });
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** Follows control parents up to an event of the graph; -1 if there is none. */
function nearestChosen(
  dependences: Dependences,
  event: number,
  chosen: ReadonlySet<number>,
): number {
  const { control } = dependences;
  while (event >= 0 && !chosen.has(event)) event = control ? control[event] : -1;
  return event;
}

/** The finest level at which the graph has at most `most` nodes. */
export function levelFor(
  pathOf: PathOf,
  events: ArrayLike<number>,
  most: number,
): Level {
  const none = new Set<string>();
  for (const level of levels) {
    const keys = new Set<string>();
    for (let i = 0; i < events.length; ++i)
      keys.add(nodeKey(pathOf(events[i]), events[i], level, none, none));
    if (keys.size <= most) return level;
  }
  return 'functions';
}
