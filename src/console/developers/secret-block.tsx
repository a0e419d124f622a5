import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { codeBlock, noteOf } from '../parts/pieces.tsx';

/** Shows a secret that cannot be read again, and what to do with it. */
export function secretBlock(
  page: Page,
  { title, once, label, secret }: { title: string; once: string; label: string; secret: string },
  ...more: ComponentChildren[]
) {
  return (
    <section class="card">
      {noteOf('good', title)}
      <p>
        <strong>{once}</strong>
      </p>
      {codeBlock(page, label, secret)}
      {more}
    </section>
  );
}
