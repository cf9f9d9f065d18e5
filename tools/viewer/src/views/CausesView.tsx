// Cause and effect: the graph of kept events, and the chain between two.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useMemo, useState } from 'preact/hooks';
import type { Dependences } from '../data/Dependences';
import { levels, type Level } from '../data/Groups';
import { useApp } from '../ui/Context';
import { ChainList } from '../ui/ChainList';
import { GraphPicture } from '../ui/GraphPicture';
import { Term } from '../ui/Term';
import { causesModel, type GraphChoice } from '../data/CausesModel';

const levelWords: Record<Level, string> = {
  events: 'single events',
  loops: 'loops as one',
  invocations: 'calls as one',
  functions: 'functions as one',
};

export function CausesView() {
  const { dependences } = useApp();
  if (!dependences) return <p class="muted">Decoding the dependences …</p>;
  return <Causes dependences={dependences} />;
}

function Causes({ dependences }: { dependences: Dependences }) {
  const { report, address } = useApp();
  const [choice, setChoice] = useState<GraphChoice>({
    level: null,
    opened: new Set(),
    shut: new Set(),
  });
  const chain = useMemo(
    () =>
      address.from !== null && address.event !== null
        ? (dependences.chain(address.from, address.event) ??
          dependences.chain(address.event, address.from))
        : null,
    [dependences, address.from, address.event],
  );
  const model = useMemo(
    () => causesModel(report, dependences, choice, address.event, chain),
    [report, dependences, choice, address.event, chain],
  );
  const toggle = (key: string) => {
    const opened = new Set(choice.opened);
    const shut = new Set(choice.shut);
    if (shut.delete(key) === false) opened.add(key);
    setChoice({ ...choice, opened, shut });
  };
  const close = (key: string) => {
    const opened = new Set(choice.opened);
    const shut = new Set(choice.shut);
    if (opened.delete(key) === false) shut.add(key);
    setChoice({ ...choice, opened, shut });
  };
  return (
    <div class={'causes-view' + (address.from !== null ? ' with-chain' : '')}>
      <p class="toolbar">
        <span>
          From input (top) to output: <Term word="kept" /> events and what they
          depend on
        </span>
        <label>
          show{' '}
          <select
            value={model.level}
            onChange={(change) =>
              setChoice({
                level: change.currentTarget.value as Level,
                opened: new Set(),
                shut: new Set(),
              })
            }
          >
            {levels.map((level) => (
              <option key={level} value={level}>
                {levelWords[level]}
              </option>
            ))}
          </select>
        </label>
        <span class="legend">
          <span>
            <i class="edge-sample data" /> data
          </span>
          <span>
            <i class="edge-sample address" /> address
          </span>
          <span>
            <i class="edge-sample control" /> decision or call
          </span>
        </span>
        {model.note && <span class="note">{model.note}</span>}
      </p>
      <div class="causes-body">
        {address.from !== null && <ChainList chain={chain} />}
        <GraphPicture model={model} onOpen={toggle} onClose={close} />
      </div>
    </div>
  );
}
