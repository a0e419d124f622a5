import type { ComponentChild } from 'preact';
import { fullName } from '../../kernel/values/blank.ts';
import { type Instant, lastMomentBefore, now } from '../../kernel/values/instant.ts';
import type { PublicCard } from '../../loyalty/card/card.ts';
import type { ExpiringPoints } from '../../loyalty/ledger/point-lot.ts';
import { type EarnedReward, isUsable } from '../../loyalty/reward/earned-reward.ts';
import { type LoyaltyReward, nextStampReward, stampRewards } from '../../loyalty/reward/reward.ts';
import type { UserWithRewards } from '../../loyalty/user/loyalty-member.ts';
import { barcodePath, loyaltyUserPath } from '../../vocabulary/links.ts';
import { dictionaries, type Language, locales } from '../../words/languages.ts';
import { formatDay, formatMoment, timezoneName } from '../public/wording.ts';
import { proofOf } from './proof.tsx';
import { progressBar, stampsOf } from './stamp-drawing.tsx';
import { statusBox } from './status-box.tsx';

interface CardHolding {
  card: PublicCard;
  /** The rewards that can be earned or redeemed. */
  rewards: readonly LoyaltyReward[];
  user: UserWithRewards;
  /** The points that expire next. */
  expiring: ExpiringPoints | null;
  language: Language;
}

/** The maximum number of rewards of each kind on a page. */
const maxListed = 20;

export function holdingOf(holding: CardHolding, links: ComponentChild) {
  const { card, user, language } = holding;
  const words = dictionaries[language].card;
  const name = fullName(user);
  if (user.voidedAt) return [statusBox('over', words.voided, words.withdrawn(moment(holding, user.voidedAt)))];
  return [
    name && <p class="subtitle">{words.holder(name)}</p>,
    card.deactivatedAt && statusBox('paused', words.paused, words.pausedSince(moment(holding, card.deactivatedAt))),
    card.stampsRequired !== null && stampPanel(holding, card.stampsRequired),
    (card.type === 'MEMBERSHIP' || user.points > 0) && pointPanel(holding),
    dailyLimit(holding),
    waitingRewards(holding),
    <hr class="tear" />,
    <p class="show">{words.show}</p>,
    proofOf({
      src: barcodePath(loyaltyUserPath(card.code, user.id)),
      ...{ alt: words.qrCode, type: 'QRCODE', content: user.id, code: user.id, label: words.code },
    }),
    links,
    stampLadder(holding),
    pointLadder(holding),
    earlierRewards(holding),
  ];
}

function moment({ card: { timezone }, language }: CardHolding, at: Instant): string {
  return `${formatMoment(at, timezone, language)} (${timezoneName(timezone, language)})`;
}

function stampPanel({ card, user, rewards, language }: CardHolding, required: number) {
  const words = dictionaries[language].card;
  const label = words.stamps(user.stamps, required);
  const next = nextStampReward(card, user.stamps, rewards);
  const gifts = stampRewards(required, rewards).map(({ stamps }) => stamps);
  return (
    <section class="panel">
      {stampsOf(user.stamps, required, label, gifts)}
      <p class="count">
        <strong data-status="">{label}</strong>
      </p>
      {next && <p>{words.moreStamps(next.missing, next.name)}</p>}
    </section>
  );
}

function dailyLimit({ card: { maxPerDay, type }, language }: CardHolding) {
  if (maxPerDay === null) return null;
  const words = dictionaries[language].card;
  const number = new Intl.NumberFormat(locales[language]).format(maxPerDay);
  return <p>{words.perDay(words.cost(number, type === 'STAMP' ? 'STAMPS' : 'POINTS'))}</p>;
}

function pointPanel({ card, user, rewards, expiring, language }: CardHolding) {
  const words = dictionaries[language].card;
  const costs = pointRewards(rewards);
  const next = costs.find(({ cost }) => cost > user.points);
  const reached = costs.findLast(({ cost }) => cost <= user.points);
  const line = next
    ? words.morePoints(words.points(next.cost - user.points), next.name)
    : reached && words.enoughPoints(reached.name);
  return (
    <section class="panel">
      <p class="count" data-status="">
        <strong class="large">{words.points(user.points)}</strong>
        {` ${words.pointsName(user.points)}`}
      </p>
      {next && progressBar(user.points, next.cost, line ?? '')}
      {line && <p>{line}</p>}
      {expiring && (
        <p>
          {words.expiring(
            words.cost(words.points(expiring.points), 'POINTS'),
            formatDay(lastMomentBefore(expiring.expiresAt), card.timezone, language),
          )}
        </p>
      )}
    </section>
  );
}

/** Returns the rewards for points. The cheapest comes first. */
function pointRewards(rewards: readonly LoyaltyReward[]): { name: string; cost: number }[] {
  return rewards
    .flatMap(({ name, points }) => (points === null ? [] : [{ name, cost: points }]))
    .sort((one, other) => one.cost - other.cost);
}

function waitingRewards({ card, user, language }: CardHolding) {
  const words = dictionaries[language].card;
  const usable = user.rewards.filter((reward) => isUsable(reward, now()));
  if (usable.length === 0) return null;
  return (
    <section class="waiting">
      <h2>{words.waiting(usable.length)}</h2>
      <p>{words.howTo}</p>
      <ul>
        {usable.slice(0, maxListed).map(({ name, expiresAt }) => (
          <li>
            <strong>{name}</strong>
            <span>{expiresAt ? words.until(formatDay(expiresAt, card.timezone, language)) : words.endless}</span>
          </li>
        ))}
        {usable.length > maxListed && <li>…</li>}
      </ul>
    </section>
  );
}

function stampLadder({ card, rewards, language }: CardHolding) {
  const words = dictionaries[language].card;
  const ladder = stampRewards(card.stampsRequired, rewards);
  if (ladder.length < 2) return null;
  const number = new Intl.NumberFormat(locales[language]);
  return (
    <section>
      <h2 class="small">{words.stampLadder}</h2>
      <ul class="rows">
        {ladder.slice(0, maxListed).map(({ name, stamps }) => (
          <li>
            <span>{name}</span>
            <span>{words.cost(number.format(stamps), 'STAMPS')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function pointLadder({ rewards, user, language }: CardHolding) {
  const words = dictionaries[language].card;
  const costs = pointRewards(rewards);
  if (costs.length === 0) return null;
  const number = new Intl.NumberFormat(locales[language]);
  return (
    <section>
      <h2 class="small">{words.ladder}</h2>
      <ul class="rows">
        {costs.slice(0, maxListed).map(({ name, cost }) => {
          const missing = cost - user.points;
          const state = missing > 0 ? words.missing(number.format(missing)) : words.redeemable;
          return (
            <li>
              <span>{name}</span>
              <span>{`${words.cost(number.format(cost), 'POINTS')} · ${state}`}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the latest rewards that were used or have expired, newest first. */
function earlierRewards({ card, user, language }: CardHolding) {
  const words = dictionaries[language].card;
  const over = user.rewards.flatMap((reward) => {
    const end = endOf(reward);
    return end ? [{ ...reward, end, text: reward.usedAt ? words.used : words.expired }] : [];
  });
  if (over.length === 0) return null;
  const newest = over.sort((one, other) => (one.end < other.end ? 1 : -1)).slice(0, maxListed);
  return (
    <details class="facts terms">
      <summary>{words.earlier}</summary>
      <ul class="rows">
        {newest.map(({ name, end, text }) => (
          <li>
            <span>{name}</span>
            <span>{text(formatDay(end, card.timezone, language))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function endOf(reward: EarnedReward): Instant | null {
  return reward.usedAt ?? (isUsable(reward, now()) ? null : reward.expiresAt);
}
