import { lookup as systemLookup } from 'node:dns';
import type { Logger } from 'pino';
import { FairQueue } from '../../kernel/database/engines/fair-queue.ts';
import { Outbound } from '../../kernel/outbound/outbound.ts';
import type { OwnMail } from '../../kernel/outbound/own-mail.ts';
import { parseSender } from '../../kernel/values/email-address.ts';
import { callingAccount } from '../../kernel/values/event-loop.ts';
import { openSmtp } from '../../messaging/platform/smtp/smtp.ts';
import type { SmtpSettings } from '../../messaging/platform/smtp/smtp-connections.ts';
import type { Env } from './env.ts';

/** The operator chooses the server, so it may have a private address. */
const everywhere = { allowInsecure: true, allowedRanges: ['0.0.0.0/0', '::/0'] };

/** Root accounts, and networks of callers without one, take turns, so many invitations do not delay others' resets. */
const limits = { total: 10, each: 3, waitingEach: 100, waiting: 1000, milliseconds: 8000 };

const ports = { TLS: 465, STARTTLS: 587, NONE: 25 } as const;

export async function configuredMail(
  { MAIL_URL, MAIL_FROM }: Pick<Env, 'MAIL_URL' | 'MAIL_FROM'>,
  { log, publicUrl, dataDirectory }: { log: Logger; publicUrl: string; dataDirectory: string },
): Promise<OwnMail | null> {
  const sender = MAIL_FROM ? parseSender(MAIL_FROM) : null;
  if (!MAIL_URL || !sender) return null;
  const receipts = { received: async () => {}, replied: async () => {} };
  const platform = openSmtp({ id: '', channel: 'EMAIL', provider: 'SMTP', version: 1 }, settingsOf(MAIL_URL), {
    // The system knows the operator's own host, and nobody else can make its lookup slow.
    outbound: new Outbound({ ...everywhere, lookup: systemLookup }),
    log,
    publicUrl,
    dataDirectory,
    receipts,
  });
  const deliver: OwnMail['send'] = async ({ to, ...letter }) => {
    const verdict = await platform
      .send({
        ...letter,
        ...{ channel: 'EMAIL', accountId: '', from: sender, to: { name: null, address: to } },
        unsubscribeUrl: null,
      })
      .catch((error: Error) => ({ outcome: 'DEFERRED' as const, reason: error.name }));
    if (verdict.outcome === 'SENT') return true;
    log.warn(
      // Servers repeat the address of the recipient.
      { outcome: verdict.outcome, reason: verdict.reason.replaceAll(/[^\s<>@:]+@[^\s<>@:]+/g, '…') },
      'the mail server of the service did not accept a link',
    );
    return false;
  };
  const queue = new FairQueue(limits);
  return {
    send: (letter) =>
      queue
        .run(callingAccount(), () => deliver(letter))
        .catch((error: Error) => {
          log.warn({ reason: error.name }, 'a link was not mailed, because too many others were waiting');
          return false;
        }),
  };
}

function settingsOf(address: string): SmtpSettings {
  const { protocol, hostname, port, username, password } = new URL(address);
  // Without encryption, the password could be read in transit.
  const security = protocol === 'smtps:' ? 'TLS' : username ? 'STARTTLS' : 'NONE';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || ports[security],
    security,
    username: username ? decodeURIComponent(username) : null,
    password: username ? decodeURIComponent(password) : null,
    from: null,
  };
}
