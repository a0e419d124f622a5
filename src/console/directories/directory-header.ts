import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { headingOf, linkButton, tabsOf } from '../parts/pieces.tsx';

/** Returns a path below `/console`. */
function directoryPath({ params }: Page, part = ''): string {
  return `/directories/${encodeURIComponent(params.directory ?? '')}${part}`;
}

export function directoryHeader(page: Page, { name, url }: { name: string; url: string }): ComponentChildren {
  const { tabs, page: words } = page.words.directories;
  return [
    headingOf(name, linkButton(url, words.open, 'quiet')),
    tabsOf(page, tabs.label, [
      { name: tabs.page, path: directoryPath(page) },
      { name: tabs.offers, path: directoryPath(page, '/campaigns') },
      { name: tabs.members, path: directoryPath(page, '/members') },
    ]),
  ];
}
