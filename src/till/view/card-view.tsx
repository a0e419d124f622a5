import { fullName, titleOf } from '../../kernel/values/blank.ts';
import { pointsFor } from '../../loyalty/purchase/purchase-points.ts';
import type { CardChange, Screen } from '../desk/desk-screen.ts';
import { newKey } from '../desk/till-call.ts';
import type { UserShown } from '../desk/till-shapes.ts';
import type { Shown } from './shown.ts';
import { button, field, mark, reasonFor, submitting, timeOf } from './view-parts.tsx';

type CardScreen = Extract<Screen, { is: 'card' }>;

const maxDrawn = 20;
const maxStamps = 20;

export function cardView(shown: Shown, screen: CardScreen) {
  const { desk, words, language } = shown;
  const { user, said, problem, lost } = screen;
  const { card } = user;
  return (
    <div class="sheet">
      <p class="state" dir="auto">
        {titleOf(card)}
      </p>
      <h1 tabIndex={-1} dir="auto" data-focus="">
        {fullName(user) || titleOf(card)}
      </h1>
      {card.type === 'STAMP' ? stamps(shown, user) : <p class="worth">{words.card.points(user.points)}</p>}
      {user.pointsExpiring && (
        <p>
          {words.card.expiring(
            words.card.points(user.pointsExpiring.points),
            timeOf(user.pointsExpiring.expiresAt, language),
          )}
        </p>
      )}
      {said && <p class="notice good">{said}</p>}
      {problem && (
        <p class="notice bad" role="alert">
          {reasonFor(words, problem)}
          {problem.nextAt && ` ${words.card.againFrom(timeOf(problem.nextAt, language))}`}
        </p>
      )}
      {lost && (
        <p class="notice bad" role="alert">
          {words.lost}
        </p>
      )}
      {user.voidedAt && (
        <p class="notice bad">
          {mark('bad')}
          {words.card.voided(timeOf(user.voidedAt, language))}
        </p>
      )}
      {!card.active && <p class="notice bad">{words.card.inactive}</p>}
      {lost
        ? button(words.again, () => void desk.changeCard(lost))
        : !user.voidedAt &&
          card.active && (
            <fieldset disabled={screen.busy} class="deeds">
              {deeds(shown, user)}
            </fieldset>
          )}
      {button(words.next, () => desk.show({ is: 'ready' }), { class: 'button quiet' })}
    </div>
  );
}

function stamps({ words }: Shown, { stamps: count, card: { stampsRequired, rewards } }: UserShown) {
  const places = Array.from({ length: Math.min(stampsRequired ?? 0, maxDrawn) });
  const ladder = rewards
    .flatMap(({ name, cost, unit }) => (unit === 'STAMPS' && cost !== null ? { name, cost } : []))
    .sort((one, other) => one.cost - other.cost);
  const gifts = new Set(ladder.map(({ cost }) => cost));
  const next = ladder.find(({ cost }) => cost > count);
  return [
    <p class="worth" key="count">
      {words.card.stamps(count, stampsRequired)}
    </p>,
    <div class="stamps" aria-hidden key="stamps">
      {places.map((_, place) => (
        <i
          key={String(place)}
          class={[place < count ? 'full' : '', gifts.has(place + 1) ? 'gift' : ''].join(' ').trim()}
        />
      ))}
    </div>,
    next && <p key="next">{words.card.nextReward(next.cost - count, next.name)}</p>,
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
    usable.length > 0 && <h2 key="usable">{words.card.rewards}</h2>,
    usable.map(({ id, name }) =>
      button(words.card.handOut(name), () => change('useRewards', { rewards: [id] }, words.card.handedOut(name)), {
        key: id,
      }),
    ),
    card.type === 'STAMP' && stampDeed(shown, change),
    card.pointsPerAmount !== null
      ? purchaseDeed(shown, card, change)
      : card.type !== 'STAMP' && pointDeed(shown, change),
    affordable.length > 0 && <h2 key="affordable">{words.card.buy}</h2>,
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
    if (screen.is === 'card') desk.show({ ...screen, amount: Math.min(maxStamps, Math.max(1, next)) });
  };
  return (
    <div class="stepper" key="stepper">
      {button('−', () => choose(amount - 1), {
        class: 'button quiet step',
        'aria-label': words.card.fewer,
        disabled: amount === 1,
      })}
      {button(words.card.addStamps(amount), () => change('addStamps', { amount }, words.card.stamped(amount)), {
        'data-focus': 'first',
      })}
      {button('+', () => choose(amount + 1), {
        class: 'button quiet step',
        'aria-label': words.card.more,
        disabled: amount === maxStamps,
      })}
    </div>
  );
}

function purchaseDeed({ desk, words }: Shown, card: UserShown['card'], change: Change) {
  const { screen } = desk;
  const typed = (screen.is === 'card' && screen.purchase) || { spent: '', receipt: '' };
  const points = pointsOf(card, typed.spent);
  const typing = (name: keyof typeof typed) => (event: InputEvent) => {
    const { value } = event.currentTarget as HTMLInputElement;
    if (screen.is === 'card') desk.show({ ...screen, purchase: { ...typed, [name]: value } });
  };
  const receive = () => {
    const input = { amount: typed.spent.replace(',', '.'), reference: typed.receipt.trim() || newKey() };
    change('addPurchase', input, words.card.pointed(points ?? 0));
  };
  return (
    <form class="typed" key="purchase" onSubmit={submitting(receive)}>
      {field(words.money, {
        ...{ name: 'spent', inputMode: 'decimal', pattern: '\\d{1,9}([.,]\\d{1,2})?', required: true },
        ...{ title: words.wrongMoney, value: typed.spent, onInput: typing('spent') },
      })}
      <p role="status">{points !== null && words.card.gives(points)}</p>
      {field(words.card.receipt, {
        ...{ name: 'receipt', maxLength: 100, value: typed.receipt, onInput: typing('receipt') },
      })}
      <button class="button">{words.card.addPoints}</button>
    </form>
  );
}

function pointsOf({ pointsPerAmount, pointsRounding }: UserShown['card'], spent: string): number | null {
  const isAmount = /^\d{1,9}([.,]\d{1,2})?$/.test(spent);
  return isAmount && pointsPerAmount ? pointsFor(spent.replace(',', '.'), pointsPerAmount, pointsRounding) : null;
}

function pointDeed({ words }: Shown, change: Change) {
  const receive = ({ amount = '' }: Record<string, string>) => {
    const input = { action: 'ADD_POINTS', amount: Number(amount) };
    change('addPoints', input, words.card.pointed(Number(amount)));
  };
  return (
    <form class="typed" key="points" onSubmit={submitting(receive)}>
      {field(words.card.howMany, {
        name: 'amount',
        inputMode: 'numeric',
        pattern: '[1-9]\\d{0,5}',
        required: true,
        title: words.card.wrongPoints,
      })}
      <button class="button">{words.card.addPoints}</button>
    </form>
  );
}
