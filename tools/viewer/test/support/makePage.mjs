// Puts the data of a report into the built page, as `pinstripe report` does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { deflateSync } from 'node:zlib';

const types = new Map([
  [Uint8Array, 'u8'],
  [Uint32Array, 'u32'],
  [Int32Array, 'i32'],
  [Float32Array, 'f32'],
]);

function differences(column) {
  const result = new column.constructor(column.length);
  for (let i = 0; i < column.length; ++i)
    result[i] = column[i] - (i > 0 ? column[i - 1] : 0);
  return result;
}

function element(id, bytes) {
  const text = deflateSync(bytes, { level: 6 }).toString('base64');
  return `<script type="application/x-pinstripe" id="${id}">${text}</script>`;
}

/** Returns the page with these elements in it. */
function withElements(page, elements) {
  const [head, tail] = page.split('<!-- pinstripe:data -->');
  if (tail === undefined) throw new Error('the page has no place for data');
  return head + elements.join('\n') + tail;
}

/** Returns the page with `search` in it, as `pinstripe input --report` does. */
export function makeSearchPage(page, search) {
  const json = Buffer.from(JSON.stringify(search));
  return withElements(page, [element('pinstripe-search', json)]);
}

/** Returns the page with `report` = {meta, columns, deltas} in it. */
export function makePage(page, report) {
  const { meta, columns, deltas = [] } = report;
  const infos = {};
  const elements = [];
  for (const [name, column] of Object.entries(columns)) {
    const delta = deltas.includes(name);
    const type = types.get(column.constructor);
    infos[name] = { type, length: column.length, delta };
    const stored = delta ? differences(column) : column;
    elements.push(
      element(
        'pinstripe-column-' + name,
        Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength),
      ),
    );
  }
  const json = JSON.stringify({ ...meta, columns: infos });
  elements.unshift(element('pinstripe-meta', Buffer.from(json)));
  return withElements(page, elements);
}
