import type { Screen } from '../../src/console/frame/screen.ts';

/** The things of `makeThings` that parameters of paths stand for. */
const things: Record<string, string> = {
  campaign: 'coupon',
  session: 'session',
  job: 'job',
  card: 'loyaltyCard',
  user: 'loyaltyUser',
  reward: 'reward',
  directory: 'directory',
  member: 'directoryUser',
  group: 'contactGroup',
  contact: 'contact',
  message: 'message',
  push: 'walletPush',
  endpoint: 'webhookEndpoint',
  delivery: 'webhookDelivery',
  event: 'event',
  key: 'apiKey',
  person: 'person',
  till: 'till',
  integration: 'integration',
};

/** Parameters that stand for no thing. */
const fixed: Record<string, string> = { purpose: 'apple-wallet' };

/** Returns the address of a screen for these things. Throws for a parameter that stands for none of them. */
export function addressOf({ path }: Pick<Screen, 'path'>, made: Record<string, string>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fixed[name] ?? made[things[name] ?? name];
    if (value === undefined) throw new Error(`the parameter ${name} of ${path} stands for nothing`);
    return value;
  });
  return `/console${filled}`;
}
