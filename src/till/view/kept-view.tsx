import type { KeptRedemption } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { button, heading, reasonFor, timeOf } from './view-parts.tsx';

/** Shows redemptions that were accepted without a network: those that wait, and those that were refused. */
export function keptView(shown: Shown) {
  const { desk, words } = shown;
  const { waiting, refusedLater, othersKept } = desk;
  return (
    <div class="sheet plain">
      {heading(words.list.title)}
      {refusedLater.length > 0 && [<h2 key="refused">{words.list.refused}</h2>, keptList(shown, refusedLater)]}
      {waiting.length > 0 && [
        <h2 key="waiting">{words.list.waiting}</h2>,
        keptList(shown, waiting),
        button(words.list.send, () => void desk.refresh(), { key: 'send', class: 'button quiet' }),
      ]}
      {othersKept.length > 0 && others(shown)}
      {waiting.length + refusedLater.length + othersKept.length === 0 && <p>{words.list.none}</p>}
      {button(words.list.back, () => desk.show({ is: 'ready' }))}
    </div>
  );
}

/** Shows the redemptions of other tills. The codes are left out, because they may belong to another account. */
function others({ desk, words, language }: Shown) {
  const { othersKept } = desk;
  const remove = () => {
    if (confirm(words.list.deleteQuestion(othersKept.length))) void desk.forgetOthers();
  };
  return [
    <h2 key="others">{words.list.others}</h2>,
    <p key="why">{words.list.othersText}</p>,
    <ul class="kept" key="list">
      {othersKept.map(({ number, scannedAt, tillName }) => (
        <li key={number}>
          <p dir="auto">{words.list.taken(timeOf(scannedAt, language), tillName)}</p>
        </li>
      ))}
    </ul>,
    button(words.list.delete, remove, { key: 'delete', class: 'button quiet' }),
  ];
}

export function keptList(shown: Shown, list: readonly KeptRedemption[]) {
  return (
    <ul class="kept" key={list.map(({ number }) => number).join()}>
      {list.map((kept) => (
        <li key={kept.number}>{entry(shown, kept)}</li>
      ))}
    </ul>
  );
}

function entry({ desk, words, language }: Shown, kept: KeptRedemption) {
  const { code, scannedAt, tillName, refused } = kept;
  return [
    <p class="code" dir="auto" key="code">
      {code}
    </p>,
    <p key="taken" dir="auto">
      {words.list.taken(timeOf(scannedAt, language), tillName)}
    </p>,
    refused && (
      <p class="why" key="why" dir="auto">
        {[reasonFor(words, refused), refused.at && timeOf(refused.at, language), refused.by && words.by(refused.by)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    ),
    refused &&
      button(words.list.seen, () => void desk.forget(kept), {
        key: 'seen',
        class: 'button quiet',
        'aria-label': words.list.seenOf(code),
      }),
  ];
}
