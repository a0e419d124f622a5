import type { TillWords } from '../../words/en/till-en.ts';
import { ownName } from '../../words/languages.ts';
import type { Desk } from '../desk/desk.ts';
import { cardView } from './card-view.tsx';
import { keptList, keptView } from './kept-view.tsx';
import { choiceView, pairingView, readyView, unpairedView } from './scan-view.tsx';
import { offlineView, redeemedView, refusedView, sessionView, takenView } from './session-view.tsx';
import type { Shown } from './shown.ts';
import { tillLanguages } from './till-language.ts';
import { reasonFor } from './view-parts.tsx';

export function tillView(shown: Shown) {
  const { desk, words } = shown;
  return (
    <div class="page" data-screen={screenName(desk)}>
      {top(shown)}
      <main>
        {/* The video element stays on every screen, because the camera stops if it is removed. */}
        <video class="camera" ref={desk.camera.attach} autoPlay muted playsInline aria-hidden />
        {content(shown)}
      </main>
      <p class="unseen" role="status" aria-live="assertive">
        {spoken(desk, words)}
      </p>
    </div>
  );
}

const isRevoked = (desk: Desk) => desk.device?.isRevoked === true && desk.screen.is !== 'checking';

const screenName = (desk: Desk) => (isRevoked(desk) ? 'revoked' : desk.screen.is);

function content(shown: Shown) {
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

function top({ desk, words, language, chooseLanguage }: Shown) {
  const { device, waiting, refusedLater, othersKept } = desk;
  const name = device ? device.till.name : words.title;
  return (
    <header>
      <div class="name">
        <strong dir="auto">{name}</strong>
        <span dir="auto">{placeOf(desk)}</span>
      </div>
      {waiting.length + refusedLater.length + othersKept.length > 0 && !device?.isRevoked && (
        <button
          type="button"
          class={refusedLater.length > 0 ? 'count bad' : 'count'}
          onClick={() => desk.show({ is: 'list' })}
        >
          {countOf(desk, words)}
        </button>
      )}
      {device && <span class={desk.isOnline ? 'net' : 'net off'}>{desk.isOnline ? words.online : words.offline}</span>}
      {tillLanguages
        .filter((each) => each !== language)
        .map((other) => (
          <button key={other} type="button" class="language" lang={other} onClick={() => chooseLanguage(other)}>
            <span aria-hidden>{other.toUpperCase()}</span>
            <span class="unseen">{ownName(other)}</span>
          </button>
        ))}
    </header>
  );
}

/** Returns the text about the most urgent of the kept redemptions. */
function countOf({ waiting, refusedLater, othersKept }: Desk, words: TillWords): string {
  if (refusedLater.length > 0) return words.refusedLater(refusedLater.length);
  return waiting.length > 0 ? words.waiting(waiting.length) : words.ofOthers(othersKept.length);
}

const placeOf = ({ device }: Desk) => [device?.till.merchant?.name, device?.account].filter(Boolean).join(' · ');

const waitingView = (text: string) => (
  <div class="sheet wait">
    <h1 tabIndex={-1} data-focus="">
      {text}
    </h1>
  </div>
);

function revokedView(shown: Shown) {
  const { desk, words } = shown;
  return (
    <div class="sheet plain">
      <h1 tabIndex={-1} data-focus="">
        {words.revoked.title}
      </h1>
      <p>{words.revoked.text}</p>
      {desk.kept.length > 0 && [<p key="kept">{words.revoked.kept}</p>, keptList(shown, desk.kept)]}
    </div>
  );
}

/** Returns what screen readers announce when the screen changes. */
function spoken({ screen }: Desk, words: TillWords): string {
  switch (screen.is) {
    case 'redeemed':
      return words.redeemed;
    case 'refused':
      return `${words.refused}. ${reasonFor(words, screen.refused.code)}`;
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
