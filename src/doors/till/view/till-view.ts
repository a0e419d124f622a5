import { type ComponentChildren, h } from 'preact';
import type { Desk } from '../desk/desk.ts';
import type { TillWords } from '../words/till-words.ts';
import { cardView } from './card-view.ts';
import { keptList, keptView } from './kept-view.ts';
import { choiceView, pairingView, readyView, unpairedView } from './scan-view.ts';
import { offlineView, redeemedView, refusedView, sessionView, takenView } from './session-view.ts';
import type { Shown } from './shown.ts';

/** The whole page. */
export function tillView(shown: Shown) {
  const { desk, words } = shown;
  return h(
    'div',
    { class: 'page', 'data-screen': screenName(desk) },
    top(shown),
    h(
      'main',
      null,
      // Stays on every screen, because a camera without its picture stops.
      h('video', {
        class: 'camera',
        ref: desk.camera.attach,
        autoPlay: true,
        muted: true,
        playsInline: true,
        'aria-hidden': true,
      }),
      content(shown),
    ),
    h('p', { class: 'unseen', role: 'status', 'aria-live': 'assertive' }, spoken(desk, words)),
  );
}

const isRevoked = (desk: Desk) => desk.device?.isRevoked === true && desk.screen.is !== 'checking';

const screenName = (desk: Desk) => (isRevoked(desk) ? 'revoked' : desk.screen.is);

function content(shown: Shown): ComponentChildren {
  const { desk, words } = shown;
  const { screen } = desk;
  if (isRevoked(desk)) return revokedView(shown);
  switch (screen.is) {
    case 'starting':
      return waitingView(words.starting);
    case 'checking':
      return waitingView(words.checking);
    case 'unpaired':
      return unpairedView(shown, screen);
    case 'pairing':
      return pairingView(shown, screen);
    case 'ready':
      return readyView(shown, screen);
    case 'choice':
      return choiceView(shown, screen);
    case 'session':
      return sessionView(shown, screen);
    case 'redeemed':
      return redeemedView(shown, screen);
    case 'refused':
      return refusedView(shown, screen);
    case 'card':
      return cardView(shown, screen);
    case 'offline':
      return offlineView(shown, screen);
    case 'taken':
      return takenView(shown, screen);
    case 'list':
      return keptView(shown);
  }
}

function top({ desk, words, chooseLanguage }: Shown) {
  const { device, waiting, refusedLater, othersKept } = desk;
  const name = device ? device.till.name : words.title;
  return h(
    'header',
    null,
    h('div', { class: 'name' }, h('strong', { dir: 'auto' }, name), h('span', { dir: 'auto' }, placeOf(desk))),
    waiting.length + refusedLater.length + othersKept.length > 0 &&
      !device?.isRevoked &&
      h(
        'button',
        {
          type: 'button',
          class: refusedLater.length > 0 ? 'count bad' : 'count',
          onClick: () => desk.show({ is: 'list' }),
        },
        countOf(desk, words),
      ),
    device && h('span', { class: desk.isOnline ? 'net' : 'net off' }, desk.isOnline ? words.online : words.offline),
    h(
      'button',
      { type: 'button', class: 'language', lang: words.other.code, onClick: () => chooseLanguage(words.other.code) },
      h('span', { 'aria-hidden': true }, words.other.code.toUpperCase()),
      h('span', { class: 'unseen' }, words.other.name),
    ),
  );
}

/** Returns the most urgent of what is kept. */
function countOf({ waiting, refusedLater, othersKept }: Desk, words: TillWords): string {
  if (refusedLater.length > 0) return words.refusedLater(refusedLater.length);
  return waiting.length > 0 ? words.waiting(waiting.length) : words.ofOthers(othersKept.length);
}

const placeOf = ({ device }: Desk) => [device?.till.merchant?.name, device?.account].filter(Boolean).join(' · ');

const waitingView = (text: string) =>
  h('div', { class: 'sheet wait' }, h('h1', { tabIndex: -1, 'data-focus': '' }, text));

function revokedView(shown: Shown) {
  const { desk, words } = shown;
  return h(
    'div',
    { class: 'sheet plain' },
    h('h1', { tabIndex: -1, 'data-focus': '' }, words.revoked.title),
    h('p', null, words.revoked.text),
    desk.kept.length > 0 && [h('p', { key: 'kept' }, words.revoked.kept), keptList(shown, desk.kept)],
  );
}

/** What is said aloud when the screen changes. */
function spoken({ screen }: Desk, words: TillWords): string {
  switch (screen.is) {
    case 'redeemed':
      return words.redeemed;
    case 'refused':
      return `${words.refused}. ${words.reasons[screen.refused.code] ?? screen.refused.message}`;
    case 'card':
      return screen.said;
    case 'ready':
      return screen.note ? words.ready[screen.note] : '';
    case 'offline':
      return words.noNetwork.title;
    case 'taken':
      return screen.earlier ? words.taken.earlierTitle : words.taken.title;
    case 'session':
      return screen.busy ? words.redeeming : words.valid;
    default:
      return '';
  }
}
