import { firstFilled, fullName, titleOf } from '../../kernel/values/blank.ts';
import type { Screen } from '../desk/desk-screen.ts';
import type { SessionShown } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { amountOf, button, heading, mark, reasonFor, submitting, tillFields, timeOf } from './view-parts.tsx';

type Of<Name extends Screen['is']> = Extract<Screen, { is: Name }>;

export function sessionView(shown: Shown, { session, busy, lost, typed }: Of<'session'>) {
  const { desk, words } = shown;
  const till = desk.device?.till;
  return (
    <form class="sheet" onSubmit={submitting((given) => void desk.redeem(given))}>
      {offer(shown, session)}
      {lost && (
        <p class="notice bad" role="alert">
          {words.lost}
        </p>
      )}
      {/* A repeated call must be the same, so the fields are disabled during a call, and hidden if it was lost. */}
      {till && (
        <fieldset class="asked" disabled={busy} hidden={lost}>
          {tillFields(till, words, typed)}
        </fieldset>
      )}
      <div class="actions">
        {lost ? (
          button(words.again, () => void desk.redeem(typed), { 'data-focus': 'first', key: 'again' })
        ) : (
          <button class="button" key="redeem" disabled={busy} data-focus="first" aria-describedby="offer">
            {busy ? words.redeeming : words.redeem}
          </button>
        )}
        {!busy && button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet', key: 'cancel' })}
      </div>
    </form>
  );
}

function offer({ words, language }: Shown, session: SessionShown) {
  const { coupon, expiresAt } = session;
  const { name, title, subtitle, description, termsShort, currency } = coupon;
  const value = session.value ?? coupon.value;
  const end = expiresAt ?? coupon.expiryDate;
  const whose = fullName(session);
  const about = firstFilled(subtitle, description);
  return (
    <div class="offer" id="offer">
      <p class="state">
        {mark('good')}
        {words.valid}
      </p>
      {value !== null && <p class="worth">{amountOf(value, currency, language)}</p>}
      <h1 tabIndex={-1} dir="auto" data-focus="">
        {firstFilled(title, name)}
      </h1>
      {about && (
        <p class="about" dir="auto">
          {about}
        </p>
      )}
      <p class="facts">
        {whose && (
          <span>
            {`${words.forName} `}
            <strong dir="auto">{whose}</strong>
          </span>
        )}
        <span>{end ? words.until(timeOf(end, language)) : words.noEnd}</span>
      </p>
      {termsShort && (
        <p class="terms" dir="auto">
          {termsShort}
        </p>
      )}
    </div>
  );
}

/** Shows a redemption, which can be undone for a few seconds. */
export function redeemedView({ desk, words, language }: Shown, { session, undoUntil, busy, problem }: Of<'redeemed'>) {
  const { coupon } = session;
  const left = Math.ceil((undoUntil - Date.now()) / 1000);
  const value = session.value ?? coupon.value;
  return (
    <div class="sheet">
      {mark('good')}
      {heading(words.redeemed)}
      {value !== null && <p class="worth">{amountOf(value, coupon.currency, language)}</p>}
      <p class="facts">
        <span dir="auto">{titleOf(coupon)}</span>
        <strong dir="auto">{fullName(session)}</strong>
      </p>
      {problem && (
        <p class="notice bad" role="alert">
          {problem === 'unreachable' ? words.undoUnreachable : `${words.undoFailed} ${reasonFor(words, problem)}`}
        </p>
      )}
      <div class="actions">
        {button(words.next, () => desk.show({ is: 'ready' }), { key: 'next' })}
        {(left > 0 || busy) &&
          button(
            [
              words.undo,
              <span class="seconds" key="left" aria-hidden>
                {words.seconds(Math.max(0, left))}
              </span>,
            ],
            () => void desk.undo(),
            { class: 'button quiet', key: 'undo', disabled: busy },
          )}
      </div>
    </div>
  );
}

export function refusedView(shown: Shown, { refused, session }: Of<'refused'>) {
  const { desk, words, language } = shown;
  const { code, by } = refused;
  const at = refused.at ?? (session && momentOf(code, session));
  const isOwn = refused.keyId !== undefined && refused.keyId === desk.device?.id;
  return (
    <div class="sheet" role="group" aria-labelledby="heading">
      {mark('bad')}
      {heading(words.refused)}
      <p class="reason">{reasonFor(words, refused)}</p>
      {at && <p class="when">{timeOf(at, language)}</p>}
      {(by || isOwn) && (
        <p class="when" dir="auto">
          {words.by(isOwn ? `${by ?? ''} (${words.thisTill})`.trim() : (by ?? ''))}
        </p>
      )}
      {session && (
        <p class="facts">
          <span dir="auto">{titleOf(session.coupon)}</span>
          <strong dir="auto">{fullName(session)}</strong>
        </p>
      )}
      <div class="actions">{button(words.next, () => desk.show({ is: 'ready' }))}</div>
    </div>
  );
}

/** Returns the time that belongs to a reason. */
function momentOf(code: string, { voidedAt, lockedAt, expiresAt, validatedAt, coupon }: SessionShown): string | null {
  const moments: Record<string, string | null> = {
    SESSION_ALREADY_VALIDATED: validatedAt,
    SESSION_EXPIRED: expiresAt ?? coupon.expiryDate,
    SESSION_VOIDED: voidedAt,
    SESSION_LOCKED: lockedAt,
    SESSION_NOT_STARTED_YET: coupon.startDate,
    COUPON_VOIDED: coupon.voidedAt,
    COUPON_LOCKED: coupon.lockedAt,
  };
  return moments[code] ?? null;
}

/** Shows that the device is offline. If the account allows it, offers to keep the redemption. */
export function offlineView({ desk, words }: Shown, { scan, may, session }: Of<'offline'>) {
  const { noNetwork } = words;
  const text = may === 'take' ? noNetwork.may : may === 'full' ? noNetwork.full : noNetwork.text;
  const till = desk.device?.till;
  return (
    <form class="sheet" onSubmit={submitting((typed) => void desk.take(scan, typed, session))}>
      {mark('ask')}
      {heading(noNetwork.title)}
      <p class="reason">{text}</p>
      <p class="code" dir="auto">
        {scan.code}
      </p>
      {may === 'take' && till && <fieldset class="asked">{tillFields(till, words)}</fieldset>}
      <div class="actions">
        {may === 'take' && (
          <button class="button" key="take" data-focus="first">
            {noNetwork.take}
          </button>
        )}
        {button(words.again, () => void desk.scan(scan.code), {
          class: may === 'take' ? 'button quiet' : 'button',
          key: 'again',
        })}
        {button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet', key: 'cancel' })}
      </div>
    </form>
  );
}

export function takenView({ desk, words, language }: Shown, { code, earlier }: Of<'taken'>) {
  return (
    <div class={earlier ? 'sheet again' : 'sheet'}>
      {mark(earlier ? 'bad' : 'ask')}
      {heading(earlier ? words.taken.earlierTitle : words.taken.title)}
      <p class="reason">{earlier ? words.taken.earlier(timeOf(earlier, language)) : words.taken.text}</p>
      <p class="code" dir="auto">
        {code}
      </p>
      <div class="actions">{button(words.next, () => desk.show({ is: 'ready' }))}</div>
    </div>
  );
}
