import { CallError, call } from './till-call.ts';
import { keptBy } from './till-device.ts';
import { dropKept, readKept, writeKept } from './till-memory.ts';
import type { Device, KeptRedemption } from './till-shapes.ts';

/** The maximum number of redemptions that a till keeps. */
export const maxKept = 1000;

/** After the service has failed this many times, a redemption is listed and no longer blocks the next ones. */
const maxFailures = 10;

const lock = 'till-queue';

/**
 * Sends the waiting redemptions of the till, in order. If several pages are open, only one of them sends. Throws the
 * error that stopped it.
 */
export async function sendKept(device: Device, notify: () => Promise<void>): Promise<void> {
  await alone(lock, async () => {
    for (const kept of keptBy(device, await readKept())) {
      if (kept.refused) continue;
      await send(kept, device);
      await notify();
    }
  });
}

/** Keeps a redemption, unless one with the same code is already waiting. Returns the waiting one, or null. */
export function keep(taken: KeptRedemption): Promise<KeptRedemption | null> {
  return alone('till-keep', async () => {
    const waiting = keptBy({ id: taken.tillId }, await readKept()).filter(({ refused }) => !refused);
    const earlier = waiting.find(({ code }) => code.toLowerCase() === taken.code.toLowerCase());
    if (earlier) return earlier;
    await writeKept(taken);
    return null;
  });
}

async function send(kept: KeptRedemption, device: Device): Promise<void> {
  try {
    // Store it first, so that every attempt is the same call.
    if (!kept.session) await writeKept(Object.assign(kept, { session: await sessionOf(kept, device) }));
    await call('redeem', { input: redemptionOf(kept.session ?? '', kept.typed, kept.tillId) }, device, kept.key);
    await dropKept(kept.number ?? 0);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    kept.failures += 1;
    if (error.refused.code === 'INTERNAL' && kept.failures < maxFailures) {
      await writeKept(kept);
      throw error;
    }
    await writeKept({ ...kept, refused: error.refused });
  }
}

export function redemptionOf(session: string, typed: Typed, holdKey: string) {
  return { session, holdKey, ...(Object.keys(typed).length > 0 && { data: typed }) };
}

type Typed = KeptRedemption['typed'];

async function sessionOf({ code }: KeptRedemption, device: Device): Promise<string> {
  const { findSession } = await call<{ findSession: { session: string }[] }>('findSession', { code }, device);
  const [first, second] = findSession;
  if (!first) throw new CallError({ code: 'SESSION_NOT_FOUND' });
  if (second) throw new CallError({ code: 'SEVERAL_SESSIONS' });
  return first.session;
}

const running = new Map<string, Promise<unknown>>();

/**
 * Runs work that must not run twice at once. If the browser supports it (https), this holds for all pages, and
 * otherwise only for this one.
 */
async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (navigator.locks) return navigator.locks.request(name, work);
  const result = (running.get(name) ?? Promise.resolve()).then(work, work);
  running.set(name, result);
  return result;
}
