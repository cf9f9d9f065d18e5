// Chooses the nodes of the graph of causes, and lays the graph out with dagre.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { Graph, layout } from '@dagrejs/dagre';
import type { Dependences, EdgeKind } from './Dependences';
import {
  graphOf,
  levelFor,
  nodeKey,
  pathsOf,
  type EventGraph,
  type GraphNode,
  type Level,
  type PathOf,
} from './Groups';
import { outputEvents } from './Output';
import type { Report } from './Report';

export interface GraphChoice {
  /** Null: the finest level that is not too large. */
  level: Level | null;
  opened: ReadonlySet<string>;
  shut: ReadonlySet<string>;
}

export interface PlacedNode extends GraphNode {
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
  detail: string;
  /** The innermost group around the node that can be closed, or null. */
  group: string | null;
}

export interface PlacedEdge {
  from: string;
  to: string;
  kind: EdgeKind | 'output';
  count: number;
  isIndirect: boolean;
  points: { x: number; y: number }[];
}

export interface CausesModel {
  level: Level;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
  /** Says what is not shown; empty if all is. */
  note: string;
  /** Nodes that the selected event depends on, with its own. */
  lit: ReadonlySet<string> | null;
  chain: ReadonlySet<string>;
  /** The node of the selected event, or null. */
  selected: string | null;
}

/** Nodes that are shown at first, and nodes that can be placed in time. */
const comfortable = 120;
const most = 400;

export function causesModel(
  report: Report,
  dependences: Dependences,
  choice: GraphChoice,
  selected: number | null,
  chain: { event: number }[] | null,
): CausesModel {
  const shown = new Set<number>(report.keptEvents);
  for (const step of chain ?? []) shown.add(step.event);
  if (selected !== null && !chain) shown.add(selected);
  const events = [...shown].sort((a, b) => a - b);
  const pathOf = pathsOf(report, events);
  const level = choice.level ?? levelFor(pathOf, events, comfortable);
  const keyOf = (event: number) =>
    nodeKey(pathOf(event), event, level, choice.opened, choice.shut);
  let graph = graphOf(dependences, events, keyOf);
  let note = '';
  if (graph.nodes.length > most) {
    const all = graph.nodes.length;
    const centre = keyOf(selected ?? events[events.length - 1]);
    graph = surroundings(graph, centre, comfortable);
    note = `${graph.nodes.length} of ${all} nodes: the nearest to ${
      selected === null ? 'the end' : 'the selected event'
    }`;
  }
  const present = new Set(graph.nodes.map((node) => node.key));
  const key = selected === null ? null : keyOf(selected);
  const placed = place(report, graph, pathOf, level, choice);
  return {
    ...placed,
    level,
    note,
    lit: key && present.has(key) && !chain ? causesIn(graph, key) : null,
    chain: new Set((chain ?? []).map((step) => keyOf(step.event))),
    selected: key && present.has(key) ? key : null,
  };
}

/** The nodes that `key` depends on, over any number of edges, and itself. */
function causesIn(graph: EventGraph, key: string): Set<string> {
  const causes = new Map<string, string[]>();
  for (const { from, to } of graph.edges) {
    const list = causes.get(to);
    if (list) list.push(from);
    else causes.set(to, [from]);
  }
  const found = new Set([key]);
  for (const node of found)
    for (const cause of causes.get(node) ?? []) found.add(cause);
  return found;
}

/** The `count` nodes that are nearest to `centre`, with the edges between. */
function surroundings(
  graph: EventGraph,
  centre: string,
  count: number,
): EventGraph {
  const near = new Map<string, string[]>();
  const connect = (a: string, b: string) => {
    const list = near.get(a);
    if (list) list.push(b);
    else near.set(a, [b]);
  };
  for (const { from, to } of graph.edges) {
    connect(to, from);
    connect(from, to);
  }
  const found = new Set([centre]);
  for (const key of found) {
    for (const other of near.get(key) ?? []) {
      if (found.size >= count) break;
      found.add(other);
    }
    if (found.size >= count) break;
  }
  return {
    nodes: graph.nodes.filter(({ key }) => found.has(key)),
    edges: graph.edges.filter(
      ({ from, to }) => found.has(from) && found.has(to),
    ),
  };
}

const letter = 7.3;

function shorten(text: string, length: number): string {
  return text.length > length ? text.slice(0, length - 1) + '…' : text;
}

function titleOf(report: Report, node: GraphNode): [string, string] {
  const first = node.events[0];
  const last = node.events[node.events.length - 1];
  const count = node.events.length;
  const events = `${count} event${count === 1 ? '' : 's'}`;
  const unit = report.unit(first);
  const { invocations } = report;
  const invocation = report.invocationOf[first];
  switch (node.kind) {
    case 'event':
      return [
        shorten(unit.text, 34),
        shorten(
          `${report.name(first)}  ${report.values(first)?.text ?? ''}`.trim(),
          40,
        ),
      ];
    case 'loop':
      return [
        shorten(unit.text, 34),
        `${report.fileName(unit.file)}:${unit.line} #${report.instance(first)}-${report.instance(last)}, ${events}`,
      ];
    case 'invocation':
      return [
        report.functionName(invocations.functionOf[invocation]) + '()',
        `one call, ${events}`,
      ];
    case 'function':
      return [
        report.functionName(invocations.functionOf[invocation]),
        `function, ${events}`,
      ];
  }
}

/** The text of the output in question, for the node at the bottom. */
function outputText(report: Report): string {
  const { run } = report.meta;
  if (report.meta.crash) return report.meta.crash.text;
  const text = run.stdout?.text ?? '';
  const bytes = new TextEncoder().encode(text);
  const parts = (run.matched ?? []).map(([from, to]) =>
    new TextDecoder().decode(bytes.subarray(from, to)),
  );
  return (parts.length > 0 ? parts.join(' ') : text.trim()).replace(
    /\s+/g,
    ' ',
  );
}

interface Point {
  x: number;
  y: number;
}

/** Places nodes in layers from top to bottom, and routes the edges. */
function placeAll(nodes: PlacedNode[], edges: PlacedEdge[]) {
  const picture = new Graph({ multigraph: true });
  picture.setGraph({
    rankdir: 'TB',
    nodesep: 18,
    ranksep: 34,
    marginx: 16,
    marginy: 16,
  });
  for (const { key, width, height } of nodes)
    picture.setNode(key, { width, height });
  for (const { from, to, kind } of edges)
    picture.setEdge(from, to, { weight: kind === 'control' ? 1 : 3 }, kind);
  layout(picture);
  for (const node of nodes) {
    const { x, y } = picture.node(node.key) as Point;
    Object.assign(node, { x, y });
  }
  for (const edge of edges) {
    const name = { v: edge.from, w: edge.to, name: edge.kind };
    edge.points = (picture.edge(name) as { points?: Point[] }).points ?? [];
  }
  const { width = 0, height = 0 } = picture.graph() as {
    width?: number;
    height?: number;
  };
  return { width, height };
}

function place(
  report: Report,
  graph: EventGraph,
  pathOf: PathOf,
  level: Level,
  choice: GraphChoice,
) {
  const nodes: PlacedNode[] = graph.nodes.map((node) => {
    const [title, detail] = titleOf(report, node);
    const more = node.kind === 'event' ? 0 : 2;
    const width =
      Math.max(title.length * letter, (detail.length + more) * 6.4) + 24;
    const group = groupOf(node, pathOf, level, choice);
    return { ...node, title, detail, width, height: 42, x: 0, y: 0, group };
  });
  const edges: PlacedEdge[] = graph.edges.map((edge) => ({
    ...edge,
    points: [],
  }));
  addOutput(report, nodes, edges);
  return { nodes, edges, ...placeAll(nodes, edges) };
}

/** The nodes that made the output in question. */
function outputNodes(
  report: Report,
  nodes: PlacedNode[],
  edges: PlacedEdge[],
): PlacedNode[] {
  const writers = new Set(outputEvents(report));
  const found = nodes.filter(({ events }) =>
    events.some((event) => writers.has(event)),
  );
  if (found.length > 0) return found;
  const sources = new Set(edges.map(({ from }) => from));
  const ends = nodes.filter(({ key }) => !sources.has(key));
  return ends.length > 0 ? ends.slice(0, 40) : nodes.slice(-1);
}

/** Adds the output at the bottom, below what made it. */
function addOutput(
  report: Report,
  nodes: PlacedNode[],
  edges: PlacedEdge[],
): void {
  const text = shorten(outputText(report), 60);
  if (text === '') return;
  for (const { key } of outputNodes(report, nodes, edges))
    edges.push({
      from: key,
      to: 'out',
      kind: 'output',
      count: 1,
      isIndirect: false,
      points: [],
    });
  nodes.push({
    key: 'out',
    kind: 'event',
    events: [],
    title: text,
    detail: report.meta.crash ? 'the crash' : 'the output',
    width: Math.max(90, text.length * letter + 22),
    height: 42,
    x: 0,
    y: 0,
    group: null,
  });
}

/** The innermost open group around a node, which a user may close again. */
function groupOf(
  node: GraphNode,
  pathOf: PathOf,
  level: Level,
  choice: GraphChoice,
): string | null {
  const path = pathOf(node.events[0]);
  const at = path.indexOf(node.key);
  const around = at < 0 ? path : path.slice(0, at);
  const inner = around[around.length - 1] ?? null;
  const isOpened = inner !== null && choice.opened.has(inner);
  return inner !== null && (isOpened || level === 'events' || around.length > 1)
    ? inner
    : null;
}
