import { wordFor } from '../../../words/languages.ts';
import type { Page } from '../../frame/page.ts';
import { cardOf, tableOf } from '../../parts/pieces.tsx';
import { eventName } from '../campaign-tabs.tsx';

interface Actor {
  keyId: string | null;
  by: string | null;
  amount: number;
  events: readonly { type: string; amount: number; suppressed: number }[];
}

/** Each section shows only the most active people. */
const maxActors = 20;

export function whoOf(page: Page, actors: readonly Actor[]) {
  const { who } = page.words.campaigns;
  return cardOf(
    [who.title, ' ', <small class="soft">{who.hint}</small>],
    tableOf({
      caption: who.title,
      rows: actors.slice(0, maxActors),
      columns: [
        { name: who.name, cell: (actor) => nameOf(page, actor) },
        { name: who.did, cell: ({ events }) => did(page, events) },
        { name: who.amount, number: true, cell: ({ amount }) => page.number(amount) },
      ],
      empty: <p class="soft">{who.none}</p>,
    }),
  );
}

function nameOf({ words }: Page, { keyId, by }: Actor) {
  const { others, gone, key, person, till } = words.campaigns.who;
  if (keyId === null) return others;
  const kinds: Record<string, string> = { per: person, til: till };
  const kind = kinds[keyId.slice(0, 3)] ?? key;
  return (
    <div class="named">
      {by ?? `${gone} (${keyId})`}
      <small>{kind}</small>
    </div>
  );
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

export function refusedOf(page: Page, refusedAttempts: readonly { code: string; amount: string }[]) {
  const { refused } = page.words.campaigns;
  return cardOf(
    [refused.title, ' ', <small class="soft">{refused.hint}</small>],
    tableOf({
      caption: refused.title,
      rows: refusedAttempts,
      columns: [
        { name: refused.reason, cell: ({ code }) => <span title={code}>{reasonOf(page, code)}</span> },
        { name: refused.amount, number: true, cell: ({ amount }) => page.number(amount) },
      ],
      empty: <p class="soft">{refused.none}</p>,
    }),
  );
}

/** Most reasons have a text in the past tense, because the attempts are over. */
function reasonOf({ words }: Page, code: string): string {
  return wordFor(words.campaigns.refused.reasons, code) ?? wordFor(words.problems, code) ?? code;
}
