import type { ResultOf } from 'gql.tada';
import type { Page } from '../../frame/page.ts';
import { formOf } from '../../parts/form.tsx';
import { factsOf, figureOf, mailFrame, noteOf } from '../../parts/pieces.tsx';
import { draftFields, type previewDocument } from './draft-fields.ts';

type Data = ResultOf<typeof previewDocument>;

/** A live preview has no buttons that send it. */
export function previewOf(data: Data, page: Page) {
  const { draft } = page.words.sending;
  const body = page.attempt?.body ?? {};
  const { problem } = data.previewMessage;
  const isLive = Boolean(body.live);
  return [
    problem !== null && noteOf('bad', [`${draft.wouldRefuse} `, <q lang="en">{problem}</q>]),
    message(data, page),
    !isLive && reach(data, page),
    !isLive && problem === null && confirmation(data, page),
  ];
}

function message({ previewMessage }: Data, page: Page) {
  const { draft } = page.words.sending;
  const { channel, address, isExample, sender, subject, text, segments } = previewMessage;
  const isEmail = channel === 'EMAIL';
  const plain = <pre tabIndex={0}>{text}</pre>;
  return [
    factsOf([
      isEmail && [draft.from, sender],
      [draft.to, isExample ? `${address} (${draft.example})` : address],
      isEmail && [draft.subjectName, subject],
    ]),
    segments !== null && <p class="hint">{draft.segments(segments)}</p>,
    isEmail
      ? [
          design(page),
          <details class="fold">
            <summary>{draft.asText}</summary>
            <div>{plain}</div>
          </details>,
        ]
      : plain,
  ];
}

/** Loads the HTML through a separate form: a frame within this page would have the policy of the page. */
function design(page: Page) {
  const { draft } = page.words.sending;
  return [
    <form method="post" action={page.to('/sending/new/html')} target="mail" class="one-button" id="design">
      {hiddenFields(page)}
      <button class="button quiet" type="submit">
        {draft.design}
      </button>
    </form>,
    mailFrame(draft.frame, { name: 'mail' }),
  ];
}

function hiddenFields({ attempt }: Page) {
  return Object.keys(draftFields).map((name) => (
    <input type="hidden" name={name} value={String(attempt?.body[name] ?? '')} />
  ));
}

function reach({ groupReach }: Data, page: Page) {
  if (!groupReach) return null;
  const { draft } = page.words.sending;
  const { contacts, optedOut, reached, received } = groupReach;
  return (
    <section>
      <h3>{draft.reach}</h3>
      <div class="figures">
        {figureOf(draft.contacts, page.number(contacts))}
        {figureOf(draft.optedOut, page.number(optedOut))}
        {figureOf(draft.reached, page.number(reached))}
        {(received ?? 0) > 0 && figureOf(draft.received, page.number(received), draft.receivedHint)}
      </div>
    </section>
  );
}

function confirmation({ groupReach, previewMessage }: Data, page: Page) {
  const { draft } = page.words.sending;
  const values = page.attempt?.body ?? {};
  const isForOne = !groupReach && Boolean(values.address);
  const reached = page.number(groupReach?.reached);
  return (
    <section class="card">
      <h3>{draft.confirm}</h3>
      {groupReach?.reached === 0 && <p class="note warn">{draft.nobody}</p>}
      {groupReach !== undefined &&
        groupReach.reached > 0 && [
          <p>{draft.confirmGroup(reached)}</p>,
          formOf(page, 'sendGroup', { values, submit: draft.sendGroup(reached) }),
        ]}
      {isForOne && [<p>{draft.confirmOne(previewMessage.address)}</p>, formOf(page, 'sendOne', { values })]}
      {previewMessage.channel === 'EMAIL' && [
        <p class="hint">{draft.testHint(page.viewer.keyName)}</p>,
        formOf(page, 'test', { values, quiet: true }),
      ]}
    </section>
  );
}
