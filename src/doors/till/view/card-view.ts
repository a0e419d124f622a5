import { h } from 'preact';
import { fullName, titleOf } from '../../../kernel/values/blank.ts';
import type { CardChange, Screen } from '../desk/desk-screen.ts';
import { newKey } from '../desk/till-call.ts';
import type { UserShown } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { button, field, mark, submitting, timeOf } from './view-parts.ts';

type CardScreen = Extract<Screen, { is: 'card' }>;

const mostDrawn = 20;
const mostStamps = 20;

/** The card of a customer: stamps or points to give, and rewards to hand out. */
export function cardView(shown: Shown, screen: CardScreen) {
  const { desk, words, language } = shown;
  const { user, said, problem, lost } = screen;
  const { card } = user;
  return h(
    'div',
    { class: 'sheet' },
    h('p', { class: 'state', dir: 'auto' }, titleOf(card)),
    h('h1', { tabIndex: -1, dir: 'auto', 'data-focus': '' }, fullName(user) || titleOf(card)),
    card.type === 'STAMP' ? stamps(shown, user) : h('p', { class: 'worth' }, words.card.points(user.points)),
    said && h('p', { class: 'notice good' }, said),
    problem && h('p', { class: 'notice bad', role: 'alert' }, words.reasons[problem.code] ?? problem.message),
    lost && h('p', { class: 'notice bad', role: 'alert' }, words.lost),
    user.voidedAt && h('p', { class: 'notice bad' }, mark('bad'), words.card.voided(timeOf(user.voidedAt, language))),
    !card.active && h('p', { class: 'notice bad' }, words.card.inactive),
    lost
      ? button(words.again, () => void desk.changeCard(lost))
      : !user.voidedAt && card.active && h('fieldset', { disabled: screen.busy, class: 'deeds' }, deeds(shown, user)),
    button(words.next, () => desk.show({ is: 'ready' }), { class: 'button quiet' }),
  );
}

function stamps({ words }: Shown, { stamps: count, card: { stampsRequired } }: UserShown) {
  const places = Array.from({ length: Math.min(stampsRequired ?? 0, mostDrawn) });
  return [
    h('p', { class: 'worth', key: 'count' }, words.card.stamps(count, stampsRequired)),
    h(
      'div',
      { class: 'stamps', 'aria-hidden': true, key: 'stamps' },
      places.map((_, place) => h('i', { key: String(place), class: place < count ? 'full' : '' })),
    ),
  ];
}

function deeds(shown: Shown, user: UserShown) {
  const { desk, words } = shown;
  const { card, rewards, points } = user;
  const change = (name: CardChange['name'], input: Record<string, unknown>, said: string) =>
    void desk.changeCard({ name, input, said, key: newKey() });
  const usable = rewards.filter((reward) => reward.usable);
  const affordable = card.rewards.filter(
    ({ unit, cost, retiredAt }) => unit === 'POINTS' && !retiredAt && cost !== null && cost <= points,
  );
  return [
    usable.length > 0 && h('h2', { key: 'usable' }, words.card.rewards),
    usable.map(({ id, name }) =>
      button(words.card.handOut(name), () => change('useRewards', { rewards: [id] }, words.card.handedOut(name)), {
        key: id,
      }),
    ),
    card.type === 'STAMP' ? stampDeed(shown, change) : pointDeed(shown, change),
    affordable.length > 0 && h('h2', { key: 'affordable' }, words.card.buy),
    affordable.map(({ id, name, cost }) =>
      button(
        words.card.cost(name, cost ?? 0),
        () => change('redeemPoints', { reward: id }, words.card.handedOut(name)),
        {
          key: id,
          class: 'button quiet',
        },
      ),
    ),
  ];
}

type Change = (name: CardChange['name'], input: Record<string, unknown>, said: string) => void;

function stampDeed({ desk, words }: Shown, change: Change) {
  const { screen } = desk;
  const amount = screen.is === 'card' ? screen.amount : 1;
  const choose = (next: number) => {
    if (screen.is === 'card') desk.show({ ...screen, amount: Math.min(mostStamps, Math.max(1, next)) });
  };
  return h(
    'div',
    { class: 'stepper', key: 'stepper' },
    button('−', () => choose(amount - 1), {
      class: 'button quiet step',
      'aria-label': words.card.fewer,
      disabled: amount === 1,
    }),
    button(words.card.addStamps(amount), () => change('addStamps', { amount }, words.card.stamped(amount)), {
      'data-focus': 'first',
    }),
    button('+', () => choose(amount + 1), {
      class: 'button quiet step',
      'aria-label': words.card.more,
      disabled: amount === mostStamps,
    }),
  );
}

function pointDeed({ words }: Shown, change: Change) {
  const receive = ({ amount = '' }: Record<string, string>) => {
    const input = { action: 'ADD_POINTS', amount: Number(amount) };
    change('addPoints', input, words.card.pointed(Number(amount)));
  };
  return h(
    'form',
    { class: 'typed', key: 'points', onSubmit: submitting(receive) },
    field(words.card.howMany, {
      name: 'amount',
      inputMode: 'numeric',
      pattern: '[1-9]\\d{0,5}',
      required: true,
      title: words.card.wrongPoints,
    }),
    h('button', { class: 'button' }, words.card.addPoints),
  );
}
