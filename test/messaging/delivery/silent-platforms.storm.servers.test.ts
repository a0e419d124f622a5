import { expect, inject, test } from 'vitest';
import { Outbound, type OutboundRequest } from '../../../src/kernel/outbound/outbound.ts';
import { useAppWithBackground, usualOutbound } from '../../support/app.ts';
import { makeAccount, makeIntegration } from '../../support/make.ts';
import { messageOf, send } from '../../support/make-messages.ts';
import { startSilentReceiver } from '../../support/silent-receiver.ts';

/** Waits longer than the test takes, whatever time-out a platform asks for: what never answers stays under way. */
class PatientOutbound extends Outbound {
  constructor() {
    super({ ...usualOutbound, timeoutMilliseconds: 600_000 });
  }

  override post({ timeoutMilliseconds: _, ...request }: OutboundRequest): ReturnType<Outbound['post']> {
    return super.post(request);
  }
}

const app = useAppWithBackground({}, { outbound: new PatientOutbound() });

const isThorough = inject('isThorough');
/** The whole load has more than the 4,096 messages that a process has under way. */
const subaccounts = isThorough ? 140 : 10;
const numbers = Array.from({ length: 32 }, (_, index) => `+4917012345${String(index).padStart(2, '0')}`);

test("platforms that never answer, of any number of an account's subaccounts, do not delay the messages of another", async () => {
  const { account: parent } = await makeAccount(app.database);
  const neighbour = await makeIntegration(app.database, await makeAccount(app.database));
  const { url, sockets } = await startSilentReceiver();
  const settings = { baseUrl: url, accountSid: 'AC1', authToken: 'token', from: '+15005550006' } as never;
  for (let child = 0; child < subaccounts; child += 1) {
    const owner = await makeAccount(app.database, { parent });
    const integration = await makeIntegration(app.database, owner, { channel: 'SMS', provider: 'TWILIO', settings });
    await send(app.database, integration, numbers, { urgent: false });
  }
  await expect.poll(() => sockets.size).toBeGreaterThan(isThorough ? 1900 : 150);

  const [id = ''] = await send(app.database, neighbour, ['ada@example.com']);
  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe('SENT');

  expect(sockets.size, 'half of what a process sends at once').toBeLessThanOrEqual(2048);
});
