// Reads the JSON documents of verbs, even those of other versions of Pinstripe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Meta } from './Format';

export type Document = Record<string, unknown>;

function isObject(value: unknown): value is Document {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The object that an attribute has; null if it has none. */
export function object(document: unknown, key: string): Document | null {
  const value = isObject(document) ? document[key] : null;
  return isObject(value) ? value : null;
}

/** The objects that an attribute lists; none if it is no list. */
export function list(document: unknown, key: string): Document[] {
  const value = isObject(document) ? document[key] : null;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export const text = (value: unknown) =>
  typeof value === 'string' ? value : '';
export const textOrNull = (value: unknown) =>
  typeof value === 'string' ? value : null;
export const number = (value: unknown) =>
  typeof value === 'number' ? value : 0;

/** Events are numbered from 1 in documents; returns null for none. */
export function eventOf(value: unknown): number | null {
  const index = number(value);
  return index > 0 ? index - 1 : null;
}

/**
 * Finds a file by a path of a verb's document, which is relative to the folder
 * that the verb was run in: an equal path, or else the only one that ends so.
 */
export function fileIndex(meta: Meta, path: string): number {
  const exact = meta.files.findIndex((file) => file.path === path);
  if (exact >= 0) return exact;
  const isSuffix = (long: string, short: string) => long.endsWith('/' + short);
  const found = meta.files.flatMap((file, index) =>
    isSuffix(file.path, path) || isSuffix(path, file.path) ? [index] : [],
  );
  return found.length === 1 ? found[0] : -1;
}
