import { type ComponentChildren, h } from 'preact';
import type { Page } from '../../frame/page.ts';
import { codeBlock } from '../../parts/code-block.ts';
import { formOf } from '../../parts/form.ts';
import { foldOf, momentOf } from '../../parts/pieces.ts';
import { factsOf } from '../../parts/table.ts';

const verification = `import { Webhook } from 'standardwebhooks';

// body is the text of the request, before JSON.parse
const event = new Webhook(secret).verify(body, request.headers);`;

interface Settings {
  id: string;
  url: string;
  description: string | null;
  kinds: readonly string[] | null;
  types: readonly string[] | null;
  fifo: boolean;
  includeSubaccounts: boolean;
  createdAt: string;
  hasHmacSecret: boolean;
  previousSecretUntil: string | null;
}

/** Returns what is known of an endpoint, and the sections with which it is changed. */
export function endpointSections(page: Page, endpoint: Settings): ComponentChildren {
  const words = page.words.developers.webhooks;
  const isOpen = (...forms: string[]) => forms.includes(page.attempt?.form ?? page.outcome?.form ?? '');
  return [
    facts(page, endpoint),
    foldOf(words.settings, settingsForm(page, endpoint), isOpen('settings')),
    foldOf(words.verification, verificationSection(page, endpoint), isOpen('rotate', 'hmac')),
    foldOf(words.recover, [h('p', null, words.recoverText), formOf(page, 'recover')], isOpen('recover')),
    foldOf(
      words.remove,
      [h('p', null, words.removeText), formOf(page, 'remove', { quiet: true, dangerous: true })],
      isOpen('remove'),
    ),
  ];
}

function facts(page: Page, { kinds, types, fifo, includeSubaccounts, createdAt }: Settings): ComponentChildren {
  const words = page.words.developers.webhooks;
  const ofKinds = kinds?.map((kind) => page.words.developers.events.kinds[kind as 'COUPON']);
  return factsOf([
    [words.receives, [ofKinds, types].flatMap((some) => some ?? []).join(', ') || words.everything],
    [words.facts.order, fifo ? words.inOrder : words.anyOrder],
    [words.facts.subaccounts, includeSubaccounts ? words.included : words.notIncluded],
    [words.facts.created, momentOf(page, createdAt)],
  ]);
}

function settingsForm(page: Page, endpoint: Settings): ComponentChildren {
  const { groups } = page.words.developers.webhooks;
  return formOf(page, 'settings', {
    values: { ...endpoint },
    groups: [
      { legend: groups.events, fields: ['kinds', 'types'], open: false },
      { legend: groups.delivery, fields: ['fifo', 'includeSubaccounts'] },
    ],
  });
}

function verificationSection(page: Page, { hasHmacSecret, previousSecretUntil }: Settings): ComponentChildren {
  const words = page.words.developers.webhooks;
  return [
    h('p', null, words.verificationText),
    codeBlock(page, 'Node.js', verification),
    h('p', null, words.hmacText, hasHmacSecret && ` ${words.ownHmac}`),
    previousSecretUntil && h('p', { class: 'note' }, words.previousUntil(page.moment(previousSecretUntil))),
    page.outcome?.form !== 'rotate' && h('p', null, words.rotateText),
    formOf(page, 'rotate', { quiet: true }),
    h('h3', null, words.fields.hmacSecret),
    formOf(page, 'hmac'),
  ];
}
