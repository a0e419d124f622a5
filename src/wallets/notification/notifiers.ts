import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { firstFilled } from '../../kernel/values/blank.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Integration, settingsOf } from '../../messaging/integration/integration.ts';
import { type ApnsClient, openApns } from '../../messaging/platform/apple/apns-client.ts';
import type { ApnsVerdict } from '../../messaging/platform/apple/apns-connection.ts';
import type { AppleSettings } from '../../messaging/platform/apple/apple-certificate.ts';
import type { GoogleMessage, GoogleResource } from '../../messaging/platform/google/google-wallet.ts';
import { classIdOf, type GoogleClient, googleClientOf, objectIdOf } from '../google/google-client.ts';
import { classOf, objectOf } from '../google-pass/google-pass.ts';
import { passRow, type WalletPass } from '../pass/pass.ts';
import { findCampaignSubject, findPassSubject } from '../pass/pass-subject.ts';
import { pushRow } from '../push/push.ts';
import type { Claimed } from './notification-claims.ts';
import type { Outcome } from './notification-outcomes.ts';

export interface NotificationDependencies {
  publicUrl: string;
  secrets: Secrets;
  outbound: Outbound;
  /** The address for notifications. Default: Apple's service. */
  apns?: { host: string; port: number };
}

const maxKept = 200;

/** Keeps one client per integration in this process. */
export class AppleNotifiers {
  readonly #dependencies: NotificationDependencies;
  readonly #kept = new Map<string, { version: number; client: ApnsClient }>();

  constructor(dependencies: NotificationDependencies) {
    this.#dependencies = dependencies;
  }

  async notify(integration: Integration, pushToken: string): Promise<ApnsVerdict> {
    if (integration.provider !== 'APPLE') return { outcome: 'NOTIFIED' };
    return this.#clientOf(integration).notify(pushToken);
  }

  close(): void {
    for (const { client } of this.#kept.values()) client.close();
    this.#kept.clear();
  }

  #clientOf(integration: Integration): ApnsClient {
    const { id, version } = integration;
    const known = this.#kept.get(id);
    if (known && known.version >= version) return known.client;
    known?.client.close();
    const client = this.#open(integration);
    this.#kept.delete(id);
    this.#kept.set(id, { version, client });
    this.#dropOldest();
    return client;
  }

  #open(integration: Integration): ApnsClient {
    const { secrets, outbound, apns } = this.#dependencies;
    return openApns(settingsOf(integration, secrets) as AppleSettings, outbound, apns);
  }

  #dropOldest(): void {
    if (this.#kept.size <= maxKept) return;
    const [[id, { client }] = ['', { client: null }]] = this.#kept;
    client?.close();
    this.#kept.delete(id);
  }
}

interface Subject {
  accountId: string;
  campaignId: string;
  /** The pass. Null for the class of the campaign. */
  pass: WalletPass | null;
}

export async function notifyGoogle(
  database: Database,
  dependencies: NotificationDependencies,
  { integration, notification: { target, pushId } }: Pick<Claimed, 'integration' | 'notification'>,
): Promise<Outcome> {
  const client = googleClientOf(integration, dependencies);
  const subject = await findSubject(database, client, target);
  const verdict =
    subject &&
    (await (pushId === ''
      ? change(database, dependencies, client, subject)
      : addMessage(database, client, subject, pushId)));
  if (!verdict) return { outcome: 'GONE', since: null };
  return verdict.outcome === 'DONE' ? { outcome: 'NOTIFIED' } : verdict;
}

/** Returns the subject, or null for a pass that was removed or belongs to an earlier issuer. */
async function findSubject(database: Database, { issuerId, integration: { accountId } }: GoogleClient, target: string) {
  if (!target.startsWith('pas_')) return { accountId, campaignId: target, pass: null };
  const pass = await findRow(database, passRow, { id: target });
  return pass?.issuer === issuerId ? { accountId, campaignId: pass.campaignId, pass } : null;
}

async function change(
  database: Database,
  { publicUrl }: NotificationDependencies,
  client: GoogleClient,
  subject: Subject,
) {
  const found = subject.pass
    ? await objectNow(database, subject.pass)
    : await classNow(database, client, subject, publicUrl);
  return found && client.wallet.patch(found.resource, found.content.id, found.content);
}

async function objectNow(database: Database, pass: WalletPass) {
  const shown = await findPassSubject(database, pass);
  return shown && objectOf(shown, pass, now());
}

async function classNow(database: Database, client: GoogleClient, subject: Subject, publicUrl: string) {
  const shown = await findCampaignSubject(database, subject);
  return shown && classOf(shown, client, publicUrl);
}

const dayMilliseconds = 24 * 3600 * 1000;

async function addMessage(database: Database, client: GoogleClient, subject: Subject, pushId: string) {
  const { campaignId, accountId, pass } = subject;
  const push = await findRow(database, pushRow, { accountId, id: pushId });
  const shown = push && (await findCampaignSubject(database, subject));
  if (!shown) return null;
  const message: GoogleMessage = {
    // A repeated call after a crash has the same id.
    id: push.id,
    header: 'coupon' in shown ? firstFilled(shown.coupon.poweredBy, shown.account.name) : shown.account.name,
    body: push.message,
    // Without an end, people who save the pass later would also get the message.
    ...(!pass && { displayInterval: { end: { date: new Date(Date.now() + dayMilliseconds).toISOString() } } }),
  };
  const kind = 'coupon' in shown ? 'offer' : 'loyalty';
  const resource: GoogleResource = `${kind}${pass ? 'Object' : 'Class'}`;
  const id = pass ? objectIdOf(client.issuerId, pass.id) : classIdOf(client.issuerId, campaignId);
  return client.wallet.addMessage(resource, id, message);
}
