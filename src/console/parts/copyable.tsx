import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

/** The copy button appears with the script `copy`. */
export function copyableOf({ words }: Page, text: string, href?: string): ComponentChildren {
  const code = <code>{text}</code>;
  return (
    <span class="copyable" data-copy={words.frame.copy} data-copied={words.frame.copied}>
      {href ? <a href={href}>{code}</a> : code}
    </span>
  );
}
