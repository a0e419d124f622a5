import { hash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import { Turns } from '../../kernel/database/engines/turns.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';
import { appleWalletPath } from '../../vocabulary/links.ts';
import type { DesignLocation } from '../design/design-texts.ts';
import type { PictureFiles } from '../design/wallet-picture.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { PassHolder } from '../pass/pass-holder.ts';
import type { WalletCampaign } from '../pass/wallet-campaign.ts';
import { colorOf, icon, stampStrip } from './pass-art.ts';
import { cardContent, couponContent, type PassContent, passTime, type Told } from './pass-content.ts';
import type { PassSigner } from './pass-signer.ts';
import { translations } from './pass-words.ts';

export const passMediaType = 'application/vnd.apple.pkpass';

interface Facts {
  pass: Pick<WalletPass, 'id' | 'token' | 'message' | 'messageChange'>;
  campaign: Pick<WalletCampaign, 'message' | 'messageChange'> | null;
  holder: PassHolder;
}

interface Means {
  signer: PassSigner;
  publicUrl: string;
  at: Instant;
}

/**
 * Returns the signed file that an iPhone adds to its wallet. Rejects with `DatabaseBusy` if too many passes are waiting to
 * be signed.
 */
export function passFile(facts: Facts, means: Means): Promise<Buffer> {
  const { id, parentId } = facts.holder.account;
  return signInTurn(parentId ?? id, () => signedFile(facts, means));
}

async function signedFile({ pass, campaign, holder }: Facts, { signer, publicUrl, at }: Means): Promise<Buffer> {
  const content = passContent(holder, { ...pass, campaign }, at);
  const files = new Map<string, Buffer>([
    ['pass.json', Buffer.from(JSON.stringify(passJson(pass, content, { signer, publicUrl, at })))],
    ...(await passPictures(content)),
    ...translatedWords,
  ]);
  const digests = [...files].map(([name, bytes]) => [name, hash('sha1', bytes)]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)));
  files.set('manifest.json', manifest);
  files.set('signature', await signer.sign(manifest, toDate(at)));
  return zip(files);
}

export function passContent(holder: PassHolder, told: Told, at: Instant): PassContent {
  return 'coupon' in holder ? couponContent(holder, told, at) : cardContent(holder, told, at);
}

const translatedWords = [...translations].map(([name, text]) => [name, Buffer.from(text)] as const);

export async function passPictures(content: PassContent): Promise<Map<string, Buffer>> {
  const { stamps, design } = content;
  const drawn = stamps && (await stampStrip(content, stamps));
  return new Map([
    ...named('icon', design.icon ?? (await drawnIcons(content))),
    ...named('logo', design.logo),
    ...named('strip', drawn ? new Map([['@2x.png', drawn]]) : design.strip),
  ]);
}

function named(name: string, files: PictureFiles | null): [string, Buffer][] {
  return [...(files ?? [])].map(([ending, file]) => [name + ending, file]);
}

async function drawnIcons(content: PassContent): Promise<PictureFiles> {
  const [small, medium, large] = await Promise.all([icon(content, 29), icon(content, 58), icon(content, 87)]);
  return new Map([
    ['.png', small],
    ['@2x.png', medium],
    ['@3x.png', large],
  ]);
}

function passJson({ id, token }: Facts['pass'], content: PassContent, { signer, publicUrl }: Means): object {
  const { style, organization, heading, description, background, foreground, label } = content;
  const { fields, barcodes, isVoided, expiresAt, design } = content;
  return {
    formatVersion: 1,
    passTypeIdentifier: signer.passType,
    teamIdentifier: signer.team,
    serialNumber: id,
    authenticationToken: token,
    webServiceURL: publicUrl + appleWalletPath,
    organizationName: organization,
    ...(heading && { logoText: heading }),
    description,
    backgroundColor: rgb(background),
    foregroundColor: rgb(foreground),
    labelColor: rgb(label),
    // A coupon session can be used once, so nobody can give it away and keep it.
    ...(style === 'coupon' && { sharingProhibited: true }),
    ...(isVoided && { voided: true }),
    ...(expiresAt && { expirationDate: passTime(expiresAt) }),
    ...(barcodes.length > 0 && { barcodes }),
    ...(design.locations.length > 0 && { locations: design.locations.map(passLocation) }),
    [style]: fields,
  };
}

function passLocation({ latitude, longitude, text }: DesignLocation): object {
  return { latitude, longitude, relevantText: text };
}

const rgb = (color: string) => `rgb(${colorOf(color).join(', ')})`;

/**
 * Node signs in four threads. One account takes three of them at most, and a pass that waits for a thread waits in the
 * line of its account, so the phones of one account delay those of others by one signature.
 */
const turns = new Turns({ total: 4, each: 3, waitingEach: 1000, waiting: 4000, milliseconds: 8000 });

/**
 * Signs a pass when it is the turn of its account, which shares its turns with its siblings. Rejects with `DatabaseBusy`
 * if the pass would have to wait for too long.
 */
export function signInTurn<Result>(accountId: string, sign: () => Promise<Result>): Promise<Result> {
  return turns.run(accountId, sign);
}

/** Equal files make equal archives at any time. */
const mtime = new Date(2000, 0, 1);

/** Returns a zip archive of the files. Texts are compressed, because pictures and signatures cannot be. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const entries: Zippable = {};
  // The texts are short: higher levels take twice as long and save no byte in a hundred.
  for (const [name, content] of files) entries[name] = [content, { level: isText.test(name) ? 1 : 0 }];
  const { buffer, byteOffset, byteLength } = zipSync(entries, { mtime });
  return Buffer.from(buffer, byteOffset, byteLength);
}

const isText = /\.(json|strings)$/;
