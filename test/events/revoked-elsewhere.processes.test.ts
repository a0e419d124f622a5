import { expect, onTestFinished, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { follow, transports } from '../support/follow.ts';
import { makeSession } from '../support/make.ts';
import { Program } from '../support/processes.ts';

const app = useAppWithBackground();

test.each(transports)(
  'by %s, the subscription ends within 5 seconds of a revocation in another process',
  async (transport) => {
    const client = await app.client();
    await makeSession(app.database, client.owner);
    const events = follow(client, transport, { after: 0 });
    onTestFinished(() => events.leave());
    await events.take(1);
    const ending = events.take(1000).catch((error: unknown) => error);

    const { code } = await new Program('cli.ts', ['key', 'revoke', client.owner.keyId], {
      DATABASE_URL: app.databaseUrl,
    }).ended;
    const revoked = performance.now();

    expect(code).toBe(0);
    expect(await ending).toMatchObject({ code: 'UNAUTHENTICATED' });
    // The promise is five seconds; the machine of the tests may be busy.
    expect(performance.now() - revoked).toBeLessThan(15_000);
  },
);
