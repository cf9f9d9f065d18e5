// Highlights C and C++ in the colours of the style sheet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { HighlightStyle } from '@codemirror/language';
import { tags } from '@lezer/highlight';

export const codeColours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.modifier, tags.typeName],
    class: 'c-keyword',
  },
  { tag: [tags.string, tags.character], class: 'c-string' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    class: 'c-comment',
  },
  { tag: [tags.number, tags.bool, tags.null], class: 'c-number' },
  { tag: [tags.processingInstruction, tags.meta], class: 'c-meta' },
]);
