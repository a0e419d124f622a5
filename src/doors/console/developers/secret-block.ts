import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';
import { codeBlock } from '../parts/code-block.ts';

/** Returns a secret that nobody can read again, and what to do with it. */
export function secretBlock(
  page: Page,
  { title, once, label, secret }: { title: string; once: string; label: string; secret: string },
  ...more: ComponentChildren[]
): ComponentChildren {
  return h(
    'section',
    { class: 'card' },
    h('p', { class: 'note good', role: 'status' }, title),
    h('p', null, h('strong', null, once)),
    codeBlock(page, label, secret),
    more,
  );
}
