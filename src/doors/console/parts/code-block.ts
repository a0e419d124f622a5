import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';

/** Returns text to copy. The button appears with the script `copy`. */
export function codeBlock({ words }: Page, label: string, text: string): ComponentChildren {
  return h(
    'figure',
    { class: 'code-block', 'data-copy': words.frame.copy, 'data-copied': words.frame.copied },
    h('figcaption', null, label),
    h('pre', { tabIndex: 0 }, h('code', null, text)),
  );
}
