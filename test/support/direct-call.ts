import type { Context, Services } from '../../src/api/context.ts';
import { createLimits } from '../../src/kernel/limits/limits.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { createLog } from '../../src/main/process/log.ts';
import { CallerAuthenticator } from '../../src/people/sign-in/caller-authenticator.ts';
import { ProblemCounter } from '../../src/statistics/counting/problem-counter.ts';
import type { App } from './app.ts';
import type { Owner } from './client.ts';
import { appSecret } from './make.ts';

/** Returns the request with which code of the service calls operations for a key. */
export async function directCall(
  { database, url }: App,
  { keyId, secret }: Owner,
  given: Partial<Context> = {},
): Promise<Context> {
  const log = createLog('silent');
  const authenticator = new CallerAuthenticator(database);
  const services: Partial<Services> = {
    database,
    log,
    authenticator,
    publicUrl: url,
    limits: createLimits({ perSecond: 0, log }),
    secrets: new Secrets(appSecret),
    problems: new ProblemCounter(database, log),
  };
  const viewer = await authenticator.authenticate({ id: keyId, secret }, '127.0.0.1');
  return {
    services: services as Services,
    viewer,
    requestId: 'direct',
    idempotencyKey: null,
    address: '127.0.0.1',
    noteReplay: () => undefined,
    ...given,
  };
}
