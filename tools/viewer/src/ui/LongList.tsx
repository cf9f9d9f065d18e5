// A list of which only the rows in sight are in the page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useSize } from './Canvas';

export function LongList(props: {
  label: string;
  count: number;
  rowHeight: number;
  /** The row that is brought into sight, or -1. */
  selected: number;
  row: (index: number) => ComponentChildren;
}) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const [scroll, setScroll] = useState(0);
  const { count, rowHeight, selected } = props;
  useEffect(() => {
    const element = place.current!;
    const top = selected * rowHeight;
    const isSeen =
      top >= element.scrollTop &&
      top + rowHeight <= element.scrollTop + size.height;
    if (selected >= 0 && !isSeen) element.scrollTop = top - size.height / 3;
  }, [selected, size.height]);
  const first = Math.max(0, Math.floor(scroll / rowHeight) - 5);
  const end = Math.min(
    count,
    Math.ceil((scroll + size.height) / rowHeight) + 5,
  );
  const rows = [];
  for (let index = first; index < end; ++index) rows.push(props.row(index));
  return (
    <div
      class="long-list"
      ref={place}
      tabIndex={0}
      role="region"
      aria-label={props.label}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <div style={{ height: count * rowHeight + 'px' }}>
        <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
