import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import type { Field } from '../frame/screen-field.ts';
import { headingOf, linkButton, tabsOf } from '../parts/pieces.tsx';

/** Returns a path below `/console`. */
function directoryPath({ params }: Page, part = ''): string {
  return `/directories/${encodeURIComponent(params.directory ?? '')}${part}`;
}

export function directoryHeader(page: Page, { name, url }: { name: string; url: string }) {
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

export const directoryFields: Record<string, Field> = labelled(({ directories }) => directories.fields)({
  name: { kind: 'text', required: true, maxLength: 100 },
  title: { kind: 'text', maxLength: 200 },
  description: { kind: 'textarea', maxLength: 2000 },
  imageUrl: { kind: 'url', word: 'image', placeholder: 'https://', maxLength: 500 },
  timezone: {
    kind: 'select',
    required: true,
    options: (_, stored: string) => timezonesWith(stored).map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
  },
});

export function directoryGroups({ page, looks, times }: { page: string; looks: string; times: string }) {
  return [
    { legend: page, fields: ['name', 'title', 'description'] },
    { legend: looks, fields: ['imageUrl'] },
    { legend: times, fields: ['timezone'] },
  ];
}

/** Returns all time zones, including the stored one: it may be a former name, which the list lacks. */
function timezonesWith(stored: string): string[] {
  return [...new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
