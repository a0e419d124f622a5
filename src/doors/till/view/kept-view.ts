import { h } from 'preact';
import type { Kept } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { button, heading, timeOf } from './view-parts.ts';

/** What was taken without a network: what waits, and what turned out to be refused. */
export function keptView(shown: Shown) {
  const { desk, words } = shown;
  const { waiting, refusedLater, othersKept } = desk;
  return h(
    'div',
    { class: 'sheet plain' },
    heading(words.list.title),
    refusedLater.length > 0 && [h('h2', { key: 'refused' }, words.list.refused), keptList(shown, refusedLater)],
    waiting.length > 0 && [
      h('h2', { key: 'waiting' }, words.list.waiting),
      keptList(shown, waiting),
      button(words.list.send, () => void desk.refresh(), { key: 'send', class: 'button quiet' }),
    ],
    othersKept.length > 0 && others(shown),
    waiting.length + refusedLater.length + othersKept.length === 0 && h('p', null, words.list.none),
    button(words.list.back, () => desk.show({ is: 'ready' })),
  );
}

/** What other tills have taken, without the codes: they may belong to another account. */
function others({ desk, words, language }: Shown) {
  const { othersKept } = desk;
  const remove = () => {
    if (confirm(words.list.deleteQuestion(othersKept.length))) void desk.forgetOthers();
  };
  return [
    h('h2', { key: 'others' }, words.list.others),
    h('p', { key: 'why' }, words.list.othersText),
    h(
      'ul',
      { class: 'kept', key: 'list' },
      othersKept.map(({ number, scannedAt, tillName }) =>
        h('li', { key: number }, h('p', { dir: 'auto' }, words.list.taken(timeOf(scannedAt, language), tillName))),
      ),
    ),
    button(words.list.delete, remove, { key: 'delete', class: 'button quiet' }),
  ];
}

export function keptList(shown: Shown, list: readonly Kept[]) {
  return h(
    'ul',
    { class: 'kept', key: list.map(({ number }) => number).join() },
    list.map((kept) => h('li', { key: kept.number }, entry(shown, kept))),
  );
}

function entry({ desk, words, language }: Shown, kept: Kept) {
  const { code, scannedAt, tillName, refused } = kept;
  return [
    h('p', { class: 'code', dir: 'auto', key: 'code' }, code),
    h('p', { key: 'taken', dir: 'auto' }, words.list.taken(timeOf(scannedAt, language), tillName)),
    refused &&
      h(
        'p',
        { class: 'why', key: 'why', dir: 'auto' },
        [
          words.reasons[refused.code] ?? refused.message,
          refused.at && timeOf(refused.at, language),
          refused.by && words.by(refused.by),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    refused &&
      button(words.list.seen, () => void desk.forget(kept), {
        key: 'seen',
        class: 'button quiet',
        'aria-label': words.list.seenOf(code),
      }),
  ];
}
