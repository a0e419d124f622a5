import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Answer } from '../../support/receiver.ts';
import { attempts, follow, makeCoupons } from '../webhook-client.ts';

const app = useAppWithBackground({ timeoutMilliseconds: 500 });

/** Returns the first attempt at a receiver that answers like this. */
async function firstAttempt(answer: Answer) {
  const followed = await follow(await app.client());
  followed.receiver.answers = [answer];
  await makeCoupons(followed.client, 'Bread');
  const { attempts: made } = await attempts(followed, 1);
  return made[0];
}

test('an attempt waits for a response no longer than the time-out', async () => {
  const attempt = await firstAttempt(() => undefined);

  expect(attempt).toMatchObject({ status: null, response: null, error: expect.stringContaining('within 0.5 seconds') });
  expect(attempt.milliseconds).toBeGreaterThanOrEqual(490);
});

test('a slowly dripping response is cut off by the same time-out', async () => {
  const attempt = await firstAttempt((response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(dripping));
  });

  expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('within 0.5 seconds') });
});
