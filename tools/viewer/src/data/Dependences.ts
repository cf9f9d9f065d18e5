// Finds what events depend on and what depends on them, as well as chains
// between events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { groupByKey, type Rows } from './Rows';

export type EdgeKind = 'data' | 'address' | 'control';

export interface Edge {
  event: number;
  kind: EdgeKind;
}

export class Dependences {
  private dependents: Rows | null = null;
  private source: Uint32Array | null = null;
  private controlled: Rows | null = null;

  /**
   * `on` holds distances: the event minus the event that it depends on. They are
   * negative where a call uses what the called function returned, since the
   * events in the function come after the call.
   */
  constructor(
    readonly first: Uint32Array,
    readonly on: Int32Array,
    readonly kind: Uint8Array,
    readonly control: Int32Array | null,
  ) {}

  static none(events: number, control: Int32Array | null): Dependences {
    return new Dependences(
      new Uint32Array(events + 1),
      new Int32Array(0),
      new Uint8Array(0),
      control,
    );
  }

  /** Returns what `event` depends on, latest first. */
  causes(event: number): Edge[] {
    const edges: Edge[] = [];
    for (let i = this.first[event]; i < this.first[event + 1]; ++i)
      edges.push({
        event: event - this.on[i],
        kind: this.kind[i] === 1 ? 'address' : 'data',
      });
    const decided = this.control ? this.control[event] : -1;
    if (decided >= 0) edges.push({ event: decided, kind: 'control' });
    return edges.sort((a, b) => b.event - a.event);
  }

  /** Returns the events that depend on `event`, first ones first. */
  effects(event: number): Edge[] {
    this.prepareEffects();
    const edges: Edge[] = Array.from(this.dependents!.of(event), (i) => ({
      event: this.source![i],
      kind: this.kind[i] === 1 ? 'address' : 'data',
    }));
    if (this.controlled)
      for (const other of this.controlled.of(event))
        edges.push({ event: other, kind: 'control' });
    return edges.sort((a, b) => a.event - b.event);
  }

  private prepareEffects(): void {
    if (this.dependents) return;
    const events = this.first.length - 1;
    const source = new Uint32Array(this.on.length);
    const target = new Uint32Array(this.on.length);
    for (let event = 0; event < events; ++event)
      for (let i = this.first[event]; i < this.first[event + 1]; ++i) {
        source[i] = event;
        target[i] = event - this.on[i];
      }
    this.source = source;
    this.dependents = groupByKey(target, events);
    if (this.control) this.controlled = groupByKey(this.control, events);
  }

  /**
   * Returns the shortest chain of dependences from `from` to `to`, or null if
   * `to` does not depend on `from`. Each step says how it
   * depends on the one before. Data goes before control where both are short.
   */
  chain(from: number, to: number): (Edge & { why: EdgeKind | null })[] | null {
    const next = new Map<number, Edge>();
    const seen = new Set([to]);
    let front = [to];
    while (front.length > 0 && !seen.has(from)) {
      const found: number[] = [];
      for (const event of front)
        for (const edge of this.causes(event).sort(dataFirst)) {
          if (seen.has(edge.event)) continue;
          seen.add(edge.event);
          next.set(edge.event, { event, kind: edge.kind });
          found.push(edge.event);
        }
      front = found;
    }
    if (!seen.has(from)) return null;
    const chain: (Edge & { why: EdgeKind | null })[] = [];
    let why: EdgeKind | null = null;
    for (let event = from; ;) {
      const step = next.get(event);
      chain.push({ event, kind: step?.kind ?? 'data', why });
      if (event === to || !step) return chain;
      why = step.kind;
      event = step.event;
    }
  }
}

function dataFirst(a: Edge, b: Edge): number {
  const rank = { data: 0, address: 1, control: 2 };
  return rank[a.kind] - rank[b.kind] || b.event - a.event;
}
