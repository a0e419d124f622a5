import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';

type Tone = 'good' | 'bad' | 'warn' | 'calm';

/** Returns a state as a coloured word. */
export function statusOf(text: string, tone: Tone = 'calm'): ComponentChildren {
  return h('span', { class: `status ${tone}` }, text);
}

/** Returns an instant of the API in the time zone of the account. */
export function momentOf(page: Page, iso: string | null | undefined): ComponentChildren {
  return iso ? h('time', { dateTime: iso }, page.moment(iso)) : '–';
}

export interface Tab {
  name: string;
  /** Below `/console`. */
  path: string;
}

/** Returns the links between the screens of one object. A screen below another one belongs to its tab. */
export function tabsOf(page: Page, label: string, tabs: readonly (Tab | false | null)[]): ComponentChildren {
  const links = tabs.flatMap((tab) => (tab ? [{ name: tab.name, href: page.to(tab.path) }] : []));
  const around = links.filter(({ href }) => `${page.path}/`.startsWith(`${href}/`));
  const current = around.toSorted((one, other) => other.href.length - one.href.length)[0]?.href;
  return h(
    'nav',
    { class: 'tabs', 'aria-label': label },
    links.map(({ name, href }) =>
      h('a', { href, ...(href === current && { 'aria-current': href === page.path ? 'page' : 'true' }) }, name),
    ),
  );
}

/** Returns the heading of a screen, with what can be done at its right. */
export function headingOf(title: ComponentChildren, ...actions: ComponentChildren[]): ComponentChildren {
  return h(
    'div',
    { class: 'heading' },
    h('h1', null, title),
    actions.length > 0 && h('div', { class: 'actions' }, actions),
  );
}

/** Returns a link that looks like a button. */
export function linkButton(href: string, text: string, kind: 'quiet' | '' = ''): ComponentChildren {
  return h('a', { class: `button ${kind}`, href }, text);
}

/** Returns a section that opens on demand: forms that are needed now and then. */
export function foldOf(summary: string, content: ComponentChildren, open = false): ComponentChildren {
  return h('details', { class: 'fold', open }, h('summary', null, summary), h('div', null, content));
}

/** Returns a number with its name, and what it was before. */
export function figureOf(name: string, value: ComponentChildren, note?: ComponentChildren): ComponentChildren {
  // A long number stays in one line.
  const size = typeof value === 'string' && value.length > 9 ? { class: 'long' } : null;
  return h('div', { class: 'figure' }, h('span', null, name), h('strong', size, value), note && h('small', null, note));
}

/** Returns a place for a script of `islands/`: what it shows at first, and what it needs to know. */
export function islandOf(name: string, props: object, content: ComponentChildren): ComponentChildren {
  return h('div', { 'data-island': name, 'data-props': JSON.stringify(props) }, content);
}
