import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

/** The copy button appears with the script `copy`. */
export function codeBlock({ words }: Page, label: string, text: string): ComponentChildren {
  return (
    <figure class="code-block" data-copy={words.frame.copy} data-copied={words.frame.copied}>
      <figcaption>{label}</figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
