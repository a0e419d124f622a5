import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { detachedSigner } from '../src/kernel/security/cms-signature.ts';
import { icon } from '../src/wallets/pass-file/pass-art.ts';
import { translations } from '../src/wallets/pass-file/pass-words.ts';
import { zip } from '../src/wallets/pass-file/zip.ts';
import { execute, pool } from './baseline-database.ts';
import { passType, signing } from './wallet-data.ts';

/*
 * Lists and passes for phones, written by hand: node:http, one prepared statement of mysql2 for each request, and signatures
 * of node:crypto. It checks no tokens and writes no log.
 */

const list = `SELECT w.id AS id FROM wallet_devices d
  JOIN wallet_registrations r ON r.device = d.number JOIN wallet_passes w ON w.id = r.pass_id
  LEFT JOIN wallet_campaigns m ON m.campaign_id = w.campaign_id
  WHERE d.pass_type = ? AND d.library_id = ? AND (w.changed > ? OR m.changed > ?)`;

const read = `SELECT w.token AS token, s.session AS session, s.claimed_at AS claimedAt, s.created_at AS expiresAt,
    c.title AS title, c.name AS name, a.name AS account, m.message AS message
  FROM wallet_passes w JOIN coupon_sessions s ON s.session = w.session JOIN coupons c ON c.id = s.coupon_id
  JOIN accounts a ON a.id = w.account_id LEFT JOIN wallet_campaigns m ON m.campaign_id = w.campaign_id WHERE w.id = ?`;

type Shown = Record<'token' | 'session' | 'claimedAt' | 'expiresAt' | 'title' | 'name' | 'account' | 'message', string>;

const sign = detachedSigner({ ...signing, intermediates: [signing.intermediate] });
const colors = { background: '#1f2937', foreground: '#ffffff' };
const pictures = [
  ['icon.png', await icon(colors, 29)],
  ['icon@2x.png', await icon(colors, 58)],
  ['icon@3x.png', await icon(colors, 87)],
] as const;
const words = [...translations].map(([name, text]) => [name, Buffer.from(text)] as const);

async function passOf(serial: string): Promise<Buffer> {
  const [row] = await execute<Shown[]>(pool, read, [serial]);
  if (!row) throw new Error('not found');
  const json = { ...fixed, serialNumber: serial, authenticationToken: row.token, organizationName: row.account };
  const coupon = {
    primaryFields: [{ key: 'offer', value: row.title ?? row.name }],
    secondaryFields: [
      { key: 'state', label: 'Status', value: row.claimedAt ? 'Claimed' : 'Ready to use', changeMessage: '%@' },
      { key: 'expires', label: 'Valid until', value: row.expiresAt ?? 'Does not expire', changeMessage: '%@' },
    ],
    backFields: [{ key: 'message', label: 'Latest message', value: row.message ?? 'None', changeMessage: '%@' }],
  };
  const barcodes = [{ format: 'PKBarcodeFormatQR', message: row.session, messageEncoding: 'iso-8859-1' }];
  const files = new Map<string, Buffer>([
    ['pass.json', Buffer.from(JSON.stringify({ ...json, coupon, barcodes }))],
    ...pictures,
    ...words,
  ]);
  const digests = [...files].map(([name, bytes]) => [name, hash('sha1', bytes)]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)));
  return zip(files.set('manifest.json', manifest).set('signature', await sign(manifest, new Date())));
}

const fixed = {
  ...{ formatVersion: 1, passTypeIdentifier: passType, teamIdentifier: 'TEAM123456', sharingProhibited: true },
  ...{
    webServiceURL: 'https://example.com/wallet/apple',
    description: 'Rye bread',
    backgroundColor: 'rgb(31, 41, 55)',
  },
};

const passPath = /^\/wallet\/apple\/v1\/passes\/[\w.]+\/(\w+)$/;
const listPath = /\/v1\/devices\/(\w+)\/registrations\/([\w.]+)\?passesUpdatedSince=(\d+)$/;

createServer(async (request, response) => {
  try {
    const [, serial] = passPath.exec(request.url ?? '') ?? [];
    if (serial) {
      const file = await passOf(serial);
      response.writeHead(200, { 'Content-Type': 'application/vnd.apple.pkpass', 'Content-Length': file.length });
      response.end(file);
      return;
    }
    const [, library = '', type = '', tag = '0'] = listPath.exec(request.url ?? '') ?? [];
    const rows = await execute<{ id: string }[]>(pool, list, [type, library, tag, tag]);
    const last = Math.floor(Date.now() / 1000);
    const text = JSON.stringify({ serialNumbers: rows.map(({ id }) => id), lastUpdated: String(last) });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env.PORT), '127.0.0.1');
