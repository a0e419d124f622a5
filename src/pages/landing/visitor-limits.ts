import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isOpening } from '../../http/browser/link-opening.ts';
import { networkOf } from '../../kernel/values/client-network.ts';

const minutes = (amount: number) => amount * 60;

/** The limit on forms from one network for one coupon. Many visitors in a shop or a mobile network share an address. */
const forms = { points: 100, duration: minutes(10) };
/**
 * The limit on openings that a process records for a coupon. An advertisement brings more visitors than this every
 * hour.
 */
const openings = { points: 2000, duration: minutes(60) };
const openingsOfNetwork = { points: 20, duration: minutes(30) };
/** A visitor who reloads the page or soon comes back counts once. */
const openingsOfVisitor = { points: 1, duration: minutes(30) };

interface Visit {
  couponId: string;
  address: string;
  request: Pick<IncomingMessage, 'method' | 'headers'>;
}

/** Limits the load from strangers on public pages. Each process counts in memory and stores nothing. */
export class VisitorLimits {
  readonly #forms = new RateLimiterMemory(forms);
  readonly #openings = new RateLimiterMemory(openings);
  readonly #openingsOfNetwork = new RateLimiterMemory(openingsOfNetwork);
  readonly #openingsOfVisitor = new RateLimiterMemory(openingsOfVisitor);

  /** Returns null if the network may send another form, and otherwise the number of seconds until it may. */
  async untilNextForm({ couponId, address }: Pick<Visit, 'couponId' | 'address'>): Promise<number | null> {
    const { consumedPoints, msBeforeNext } = await this.#forms.penalty(`${couponId} ${networkOf(address)}`);
    return consumedPoints <= forms.points ? null : Math.max(1, Math.ceil(msBeforeNext / 1000));
  }

  /** Whether an opening counts: it must come from a person, and must not be a repetition. */
  async isNewVisit({ couponId, address, request }: Visit): Promise<boolean> {
    if (!isOpening(request)) return false;
    const agent = request.headers['user-agent'];
    const network = networkOf(address);
    const visitor = createHash('sha256')
      .update(JSON.stringify([couponId, network, agent]))
      .digest('base64url');
    const place = `${couponId} ${network}`;
    // Check before counting, so that refused visits neither use up the limits of others nor fill the memory.
    if ((await isReached(this.#openings, couponId)) || (await isReached(this.#openingsOfNetwork, place))) return false;
    const { consumedPoints } = await this.#openingsOfVisitor.penalty(visitor);
    if (consumedPoints > openingsOfVisitor.points) return false;
    await Promise.all([this.#openings.penalty(couponId), this.#openingsOfNetwork.penalty(place)]);
    return true;
  }
}

async function isReached(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const counted = await limiter.get(key);
  return counted !== null && counted.consumedPoints >= limiter.points;
}
