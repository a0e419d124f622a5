import { Session } from 'node:inspector/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type App, startAppWithBackground, useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { makeEndpoint, makeSession } from '../support/make.ts';
import { Receiver } from '../support/receiver.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Files that other work of a busy process may execute during each claim. Alone, a claim executes none of them. */
const ofOtherWork = 4;

test('a claim by REST executes functions of at most 40 files', async () => {
  const files = await filesOfClaim(app, () => Promise.resolve());

  expect(files).toContain('rest/v3/sessions.ts');
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(40 + ofOtherWork);
});

test('from a claim to its webhook, functions of at most 35 more files are executed, with those of the followers of the event log', async () => {
  const background = await startAppWithBackground();
  const receiver = await Receiver.start();
  let sent = 0;
  const files = await filesOfClaim(
    background,
    () => {
      sent += 1;
      return expect.poll(() => receiver.received).toHaveLength(sent);
    },
    receiver,
  );

  expect(files).toContain('webhooks/delivery/delivery-attempt.ts');
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(40 + 35 + ofOtherWork);
});

/**
 * Returns the files of `src` of which functions are executed from a claim until `following` ends. Other work of the
 * process may run meanwhile, so only files that each of several claims executes count.
 */
async function filesOfClaim(
  { database, client: clientOf }: App,
  following: () => Promise<unknown>,
  receiver?: Receiver,
): Promise<string[]> {
  const client = await clientOf();
  if (receiver)
    receiver.secret = (
      await makeEndpoint(database, client.owner, { url: receiver.url, types: ['coupon_claimed'] })
    ).secret;
  const claim = async (session: string) => {
    const { status } = await client.rest('/v3/couponsession/update', { operation: 'claim', couponsession: session });
    expect(status).toBe(200);
    await following();
  };
  // The first claim also does what is done once, such as preparing statements.
  await claim((await makeSession(database, client.owner)).session);
  const inspector = new Session();
  inspector.connect();
  onTestFinished(() => inspector.disconnect());
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true });
  const results: string[][] = [];
  for (let count = 0; count < 8; count += 1) {
    const { session } = await makeSession(database, client.owner);
    await inspector.post('Profiler.takePreciseCoverage');
    await claim(session);
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    const executed = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    results.push(executed.flatMap(({ url }) => /\/src\/(.+\.tsx?)$/.exec(url)?.[1] ?? []));
  }
  return [...results.map((files) => new Set(files)).reduce((all, files) => all.intersection(files))];
}
