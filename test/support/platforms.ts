import { onTestFinished } from 'vitest';
import { Outbound, type OutboundOptions } from '../../src/kernel/outbound/outbound.ts';
import { createLog } from '../../src/main/process/log.ts';
import type { Integration } from '../../src/messaging/integration/integration.ts';
import type {
  NumberType,
  OpenPlatform,
  OutgoingEmail,
  OutgoingSms,
  Platform,
  PlatformDependencies,
  Receipts,
} from '../../src/messaging/platform/platform.ts';
import { newId } from '../../src/vocabulary/ids.ts';

/** Collects the receipts and replies from a platform, in order. */
export class Heard implements Receipts {
  readonly receipts: [platformId: string, state: string, reason: string | null][] = [];
  readonly replies: [from: string, text: string][] = [];
  /** The type of the number of each reply. */
  readonly types: (NumberType | undefined)[] = [];

  async received(_integrationId: string, ...receipt: [string, 'DELIVERED' | 'FAILED', string | null]): Promise<void> {
    this.receipts.push(receipt);
  }

  async replied(_integrationId: string, from: string, text: string, type?: NumberType): Promise<void> {
    this.replies.push([from, text]);
    this.types.push(type);
  }
}

/** Opens a platform, which closes when the test ends. By default, the platform may connect to this machine. */
export function openForTest(
  open: OpenPlatform,
  settings: object,
  {
    outbound,
    ...dependencies
  }: Partial<Omit<PlatformDependencies, 'outbound'>> & { outbound?: Partial<OutboundOptions> } = {},
): Platform {
  const way = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'], ...outbound });
  const integration = { id: newId('integration'), channel: 'SMS', version: 1 } as Integration;
  const platform = open(integration, settings, {
    outbound: way,
    log: createLog('silent'),
    publicUrl: 'https://coupons.example.com',
    dataDirectory: '/dev/null',
    receipts: new Heard(),
    ...dependencies,
  });
  onTestFinished(async () => {
    await platform.close();
    way.close();
  });
  return platform;
}

export function email(more: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    channel: 'EMAIL',
    id: newId('message'),
    accountId: 'acc_0000000000000000',
    from: { name: 'Bakery', address: 'mail@bakery.example' },
    to: { name: 'Ada', address: 'ada@example.com' },
    subject: 'Bread',
    text: 'Hello Ada',
    html: '<p>Hello Ada</p>',
    unsubscribeUrl: 'https://coupons.example.com/u/abc',
    ...more,
  };
}

export function sms(more: Partial<OutgoingSms> = {}): OutgoingSms {
  return {
    channel: 'SMS',
    id: newId('message'),
    accountId: 'acc_0000000000000000',
    to: '+491701234567',
    text: 'Hello Ada',
    ...more,
  };
}
