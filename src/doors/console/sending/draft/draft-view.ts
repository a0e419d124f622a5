import type { ResultOf } from 'gql.tada';
import { type ComponentChildren, h } from 'preact';
import type { Page } from '../../frame/page.ts';
import { formOf } from '../../parts/form.ts';
import { figureOf } from '../../parts/pieces.ts';
import { factsOf } from '../../parts/table.ts';
import type { previewDocument } from './draft-document.ts';
import { draftFields } from './draft-fields.ts';
import { mailFrame } from './mail-frame.ts';

type Data = ResultOf<typeof previewDocument>;

/** Returns the message as it would be sent and, unless somebody is still typing, the buttons that send it. */
export function previewOf(data: Data, page: Page): ComponentChildren {
  const { draft } = page.words.sending;
  const body = page.attempt?.body ?? {};
  const { refusal } = data.previewMessage;
  const isLive = Boolean(body.live);
  return [
    refusal !== null && h('p', { class: 'note bad', role: 'alert' }, `${draft.wouldRefuse} ${refusal}`),
    message(data, page),
    !isLive && reach(data, page),
    !isLive && refusal === null && confirmation(data, page),
  ];
}

function message({ previewMessage }: Data, page: Page): ComponentChildren {
  const { draft } = page.words.sending;
  const { channel, address, isExample, sender, subject, text, segments } = previewMessage;
  const isEmail = channel === 'EMAIL';
  const plain = h('pre', { tabIndex: 0 }, text);
  return [
    factsOf([
      isEmail && [draft.from, sender],
      [draft.to, isExample ? `${address} (${draft.example})` : address],
      isEmail && [draft.subjectName, subject],
    ]),
    segments !== null && h('p', { class: 'hint' }, draft.segments(segments)),
    isEmail
      ? [design(page), h('details', { class: 'fold' }, h('summary', null, draft.asText), h('div', null, plain))]
      : plain,
  ];
}

/** Returns a frame for the HTML, which a form of its own loads: a frame within this page would have its policy. */
function design(page: Page): ComponentChildren {
  const { draft } = page.words.sending;
  return [
    h(
      'form',
      { method: 'post', action: page.to('/sending/new/html'), target: 'mail', class: 'one-button', id: 'design' },
      hiddenFields(page),
      h('button', { class: 'button quiet', type: 'submit' }, draft.design),
    ),
    mailFrame(draft.frame, { name: 'mail' }),
  ];
}

function hiddenFields({ attempt }: Page): ComponentChildren {
  return Object.keys(draftFields).map((name) =>
    h('input', { key: name, type: 'hidden', name, value: String(attempt?.body[name] ?? '') }),
  );
}

function reach({ groupReach }: Data, page: Page): ComponentChildren {
  if (!groupReach) return null;
  const { draft } = page.words.sending;
  const { contacts, optedOut, reached, received } = groupReach;
  return h(
    'section',
    null,
    h('h3', null, draft.reach),
    h(
      'div',
      { class: 'figures' },
      figureOf(draft.contacts, page.number(contacts)),
      figureOf(draft.optedOut, page.number(optedOut)),
      figureOf(draft.reached, page.number(reached)),
      (received ?? 0) > 0 && figureOf(draft.received, page.number(received), draft.receivedHint),
    ),
  );
}

function confirmation({ groupReach, previewMessage }: Data, page: Page): ComponentChildren {
  const { draft } = page.words.sending;
  const values = page.attempt?.body ?? {};
  const isForOne = !groupReach && Boolean(values.address);
  const reached = page.number(groupReach?.reached);
  return h(
    'section',
    { class: 'card' },
    h('h3', null, draft.confirm),
    groupReach?.reached === 0 && h('p', { class: 'note warn' }, draft.nobody),
    groupReach !== undefined &&
      groupReach.reached > 0 && [
        h('p', null, draft.confirmGroup(reached)),
        formOf(page, 'sendGroup', { values, submit: draft.sendGroup(reached) }),
      ],
    isForOne && [h('p', null, draft.confirmOne(previewMessage.address)), formOf(page, 'sendOne', { values })],
    previewMessage.channel === 'EMAIL' && [
      h('p', { class: 'hint' }, draft.testHint(page.viewer.keyName)),
      formOf(page, 'test', { values, quiet: true }),
    ],
  );
}
