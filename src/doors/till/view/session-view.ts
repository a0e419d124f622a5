import { h } from 'preact';
import { firstFilled, fullName, titleOf } from '../../../kernel/values/blank.ts';
import type { Screen } from '../desk/desk-screen.ts';
import type { SessionShown } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { amountOf, askedFields, button, heading, mark, submitting, timeOf } from './view-parts.ts';

type Of<Name extends Screen['is']> = Extract<Screen, { is: Name }>;

/** What a coupon is worth, whose it is, until when, and the button that redeems it. */
export function sessionView(shown: Shown, { session, busy, lost, typed }: Of<'session'>) {
  const { desk, words } = shown;
  const till = desk.device?.till;
  return h(
    'form',
    { class: 'sheet', onSubmit: submitting((given) => void desk.redeem(given)) },
    offer(shown, session),
    lost && h('p', { class: 'notice bad', role: 'alert' }, words.lost),
    // A repeated call must be the same, so the fields stay as they are.
    till && h('fieldset', { class: 'asked', disabled: busy, hidden: lost }, askedFields(till, words, typed)),
    h(
      'div',
      { class: 'actions' },
      lost
        ? button(words.again, () => void desk.redeem(typed), { 'data-focus': 'first', key: 'again' })
        : h(
            'button',
            { class: 'button', key: 'redeem', disabled: busy, 'data-focus': 'first', 'aria-describedby': 'offer' },
            busy ? words.redeeming : words.redeem,
          ),
      !busy && button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet', key: 'cancel' }),
    ),
  );
}

function offer({ words, language }: Shown, session: SessionShown) {
  const { coupon, expiresAt } = session;
  const { name, title, subtitle, description, termsShort, currency } = coupon;
  const value = session.value ?? coupon.value;
  const end = expiresAt ?? coupon.expiryDate;
  const whose = fullName(session);
  const about = firstFilled(subtitle, description);
  return h(
    'div',
    { class: 'offer', id: 'offer' },
    h('p', { class: 'state' }, mark('good'), words.valid),
    value !== null && h('p', { class: 'worth' }, amountOf(value, currency, language)),
    h('h1', { tabIndex: -1, dir: 'auto', 'data-focus': '' }, firstFilled(title, name)),
    about && h('p', { class: 'about', dir: 'auto' }, about),
    h(
      'p',
      { class: 'facts' },
      whose && h('span', null, `${words.forName} `, h('strong', { dir: 'auto' }, whose)),
      h('span', null, end ? words.until(timeOf(end, language)) : words.noEnd),
    ),
    termsShort && h('p', { class: 'terms', dir: 'auto' }, termsShort),
  );
}

/** It is redeemed, and can be taken back for a few seconds. */
export function redeemedView({ desk, words, language }: Shown, { session, undoUntil, busy, problem }: Of<'redeemed'>) {
  const { coupon } = session;
  const left = Math.ceil((undoUntil - Date.now()) / 1000);
  const value = session.value ?? coupon.value;
  return h(
    'div',
    { class: 'sheet' },
    mark('good'),
    heading(words.redeemed),
    value !== null && h('p', { class: 'worth' }, amountOf(value, coupon.currency, language)),
    h(
      'p',
      { class: 'facts' },
      h('span', { dir: 'auto' }, titleOf(coupon)),
      h('strong', { dir: 'auto' }, fullName(session)),
    ),
    problem &&
      h(
        'p',
        { class: 'notice bad', role: 'alert' },
        problem === 'unreachable'
          ? words.undoUnreachable
          : `${words.undoFailed} ${words.reasons[problem.code] ?? problem.message}`,
      ),
    h(
      'div',
      { class: 'actions' },
      button(words.next, () => desk.show({ is: 'ready' }), { key: 'next' }),
      (left > 0 || busy) &&
        button(
          [
            words.undo,
            h('span', { class: 'seconds', key: 'left', 'aria-hidden': true }, words.seconds(Math.max(0, left))),
          ],
          () => void desk.undo(),
          { class: 'button quiet', key: 'undo', disabled: busy },
        ),
    ),
  );
}

/** Why not, since when, and where. */
export function refusedView(shown: Shown, { refused, session }: Of<'refused'>) {
  const { desk, words, language } = shown;
  const { code, message, by } = refused;
  const at = refused.at ?? (session && momentOf(code, session));
  const isOwn = refused.keyId !== undefined && refused.keyId === desk.device?.id;
  return h(
    'div',
    { class: 'sheet', role: 'group', 'aria-labelledby': 'heading' },
    mark('bad'),
    heading(words.refused),
    h('p', { class: 'reason' }, words.reasons[code] ?? message),
    at && h('p', { class: 'when' }, timeOf(at, language)),
    (by || isOwn) &&
      h('p', { class: 'when', dir: 'auto' }, words.by(isOwn ? `${by ?? ''} (${words.thisTill})`.trim() : (by ?? ''))),
    session &&
      h(
        'p',
        { class: 'facts' },
        h('span', { dir: 'auto' }, titleOf(session.coupon)),
        h('strong', { dir: 'auto' }, fullName(session)),
      ),
    h(
      'div',
      { class: 'actions' },
      button(words.next, () => desk.show({ is: 'ready' })),
    ),
  );
}

/** The time that a reason is about. */
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

/** There is no network: refuses, or takes it if the account allows that. */
export function offlineView({ desk, words }: Shown, { scan, may, session }: Of<'offline'>) {
  const { noNetwork } = words;
  const text = may === 'take' ? noNetwork.may : may === 'full' ? noNetwork.full : noNetwork.text;
  const till = desk.device?.till;
  return h(
    'form',
    { class: 'sheet', onSubmit: submitting((typed) => void desk.take(scan, typed, session)) },
    mark('ask'),
    heading(noNetwork.title),
    h('p', { class: 'reason' }, text),
    h('p', { class: 'code', dir: 'auto' }, scan.code),
    may === 'take' && till && h('fieldset', { class: 'asked' }, askedFields(till, words)),
    h(
      'div',
      { class: 'actions' },
      may === 'take' && h('button', { class: 'button', key: 'take', 'data-focus': 'first' }, noNetwork.take),
      button(words.again, () => void desk.scan(scan.code), {
        class: may === 'take' ? 'button quiet' : 'button',
        key: 'again',
      }),
      button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet', key: 'cancel' }),
    ),
  );
}

export function takenView({ desk, words, language }: Shown, { code, earlier }: Of<'taken'>) {
  return h(
    'div',
    { class: earlier ? 'sheet again' : 'sheet' },
    mark(earlier ? 'bad' : 'ask'),
    heading(earlier ? words.taken.earlierTitle : words.taken.title),
    h('p', { class: 'reason' }, earlier ? words.taken.earlier(timeOf(earlier, language)) : words.taken.text),
    h('p', { class: 'code', dir: 'auto' }, code),
    h(
      'div',
      { class: 'actions' },
      button(words.next, () => desk.show({ is: 'ready' })),
    ),
  );
}
