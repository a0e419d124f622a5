import { createPrivateKey } from 'node:crypto';
import type { Database } from '../../kernel/database/database.ts';
import { newCertificate, newPrivateKey } from '../../kernel/security/certificates.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Integration, settingsOf } from '../../messaging/integration/integration.ts';
import type { AppleSettings } from '../../messaging/platform/apple/apple-certificate.ts';
import { capturedPassType, findWallets } from '../connected-wallet.ts';
import { type DetachedSigner, detachedSigner } from './cms-signature.ts';

export interface PassSigner {
  passType: string;
  team: string;
  sign: DetachedSigner;
}

/** Known signers by integration, because reading a certificate takes as long as signing. */
const known = new Map<string, { version: number; expiresAt: string; signer: PassSigner }>();
const mostKnown = 1000;

/** Returns the signer of the account, or null if it is not connected with Apple Wallet or the certificate has expired. */
export async function findSigner(database: Database, secrets: Secrets, accountId: string): Promise<PassSigner | null> {
  const wallet = (await findWallets(database, accountId)).find(({ platform }) => platform === 'APPLE');
  if (!wallet) return null;
  const { integration } = wallet;
  if (integration.provider === 'CAPTURE') return capturing();
  const { signer, expiresAt } = knownOf(integration, secrets);
  return expiresAt > now() ? signer : null;
}

function knownOf(integration: Integration, secrets: Secrets) {
  const former = known.get(integration.id);
  if (former?.version === integration.version) return former;
  const settings = settingsOf(integration, secrets) as AppleSettings;
  const { passType, team, expiresAt, certificate, privateKey, intermediate } = settings;
  const sign = detachedSigner({ certificate, privateKey, intermediates: [intermediate] });
  if (known.size >= mostKnown) known.clear();
  const current = { version: integration.version, expiresAt, signer: { passType, team, sign } };
  known.set(integration.id, current);
  return current;
}

let captured: Promise<PassSigner> | null = null;

/** Returns the signer of accounts without a certificate. It makes its own, so phones do not accept the passes. */
function capturing(): Promise<PassSigner> {
  captured ??= newPrivateKey().then((privateKey) => {
    const [passType, team] = [capturedPassType, 'CAPTURE'];
    const [from, until] = [new Date(0), new Date('2049-12-31T00:00:00Z')];
    const subject = { userId: passType, commonName: 'Captured passes', unit: team };
    const certificate = newCertificate({ subject, key: createPrivateKey(privateKey), from, until });
    return { passType, team, sign: detachedSigner({ certificate, privateKey, intermediates: [] }) };
  });
  return captured;
}
