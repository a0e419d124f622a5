import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { foldOf, momentOf } from '../../parts/pieces.tsx';
import { factsOf } from '../../parts/table.tsx';
import { kindName } from '../developer-filters.ts';

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

export function endpointSections(page: Page, endpoint: Settings): ComponentChildren {
  const words = page.words.developers.webhooks;
  const isVerifying = ['rotate', 'hmac'].includes(page.attempt?.form ?? page.outcome?.form ?? '');
  return [
    facts(page, endpoint),
    settingsForm(page, endpoint),
    foldOf(words.verification, verificationSection(page, endpoint), isVerifying),
    foldedFormOf(page, 'recover', { summary: words.recover, text: words.recoverText }),
    foldedFormOf(page, 'remove', { summary: words.remove, text: words.removeText, quiet: true, dangerous: true }),
  ];
}

function facts(page: Page, { kinds, types, fifo, includeSubaccounts, createdAt }: Settings): ComponentChildren {
  const words = page.words.developers.webhooks;
  const ofKinds = kinds?.map((kind) => kindName(page.words, kind));
  return factsOf([
    [words.receives, [ofKinds, types].flatMap((some) => some ?? []).join(', ') || words.everything],
    [words.facts.order, fifo ? words.inOrder : words.anyOrder],
    [words.facts.subaccounts, includeSubaccounts ? words.included : words.notIncluded],
    [words.facts.created, momentOf(page, createdAt)],
  ]);
}

function settingsForm(page: Page, endpoint: Settings): ComponentChildren {
  const { settings, groups } = page.words.developers.webhooks;
  return foldedFormOf(page, 'settings', {
    summary: settings,
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
    <p>{words.verificationText}</p>,
    codeBlock(page, 'Node.js', verification),
    <p>
      {words.hmacText}
      {hasHmacSecret && ` ${words.ownHmac}`}
    </p>,
    previousSecretUntil && <p class="note">{words.previousUntil(page.moment(previousSecretUntil))}</p>,
    page.outcome?.form !== 'rotate' && <p>{words.rotateText}</p>,
    formOf(page, 'rotate', { quiet: true }),
    <h3>{words.fields.hmacSecret}</h3>,
    formOf(page, 'hmac'),
  ];
}
