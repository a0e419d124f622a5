import { type ComponentChildren, h } from 'preact';
import { problems } from '../../../../kernel/problem.ts';
import type { Page } from '../../frame/page.ts';
import { tableOf } from '../../parts/table.ts';
import { eventName } from './event-name.ts';

interface Actor {
  keyId: string | null;
  by: string | null;
  amount: number;
  events: readonly { type: string; amount: number; suppressed: number }[];
}

/** A section shows the most active ones only. */
const mostActors = 20;

/** Returns who did what in a campaign. */
export function whoOf(page: Page, actors: readonly Actor[]): ComponentChildren {
  const { who } = page.words.campaigns;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, who.title, ' ', h('small', { class: 'soft' }, who.hint)),
    tableOf({
      caption: who.title,
      rows: actors.slice(0, mostActors),
      key: ({ keyId }) => keyId ?? '',
      columns: [
        { name: who.name, cell: (actor) => nameOf(page, actor) },
        { name: who.did, cell: ({ events }) => did(page, events) },
        { name: who.amount, number: true, cell: ({ amount }) => page.number(amount) },
      ],
      empty: h('p', { class: 'soft' }, who.none),
    }),
  );
}

function nameOf({ words }: Page, { keyId, by }: Actor): ComponentChildren {
  const { others, gone, key, person, till } = words.campaigns.who;
  if (keyId === null) return others;
  const kinds: Record<string, string> = { per: person, til: till };
  const kind = kinds[keyId.slice(0, 3)] ?? key;
  return h('div', { class: 'named' }, by ?? `${gone} (${keyId})`, h('small', null, kind));
}

function did(page: Page, events: Actor['events']): string {
  const named = events.flatMap(({ type, amount, suppressed }) => [
    { name: eventName(page, type), amount: amount - suppressed },
    { name: page.words.campaigns.who.optedOut, amount: suppressed },
  ]);
  return named
    .filter(({ amount }) => amount > 0)
    .sort((one, other) => other.amount - one.amount)
    .slice(0, 3)
    .map(({ name, amount }) => `${name} ${page.number(amount)}`)
    .join(' · ');
}

/** Returns why attempts were refused. */
export function refusedOf(page: Page, refusals: readonly { code: string; amount: string }[]): ComponentChildren {
  const { refused } = page.words.campaigns;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, refused.title, ' ', h('small', { class: 'soft' }, refused.hint)),
    tableOf({
      caption: refused.title,
      rows: refusals,
      key: ({ code }) => code,
      columns: [
        { name: refused.reason, cell: ({ code }) => h('span', { title: code }, reasonOf(page, code)) },
        { name: refused.amount, number: true, cell: ({ amount }) => page.number(amount) },
      ],
      empty: h('p', { class: 'soft' }, refused.none),
    }),
  );
}

/** Reasons that have no words of their own are told as the service tells callers. */
function reasonOf({ words }: Page, code: string): string {
  return words.campaigns.refused.reasons[code] ?? (problems as Record<string, string>)[code] ?? code;
}
