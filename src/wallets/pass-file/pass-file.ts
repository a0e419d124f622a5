import { hash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import type { Account } from '../../accounts/account/account.ts';
import { absent } from '../../kernel/database/columns.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { inPoolThread } from '../../kernel/threads/thread-pool.ts';
import { type Instant, now, toDate } from '../../kernel/values/instant.ts';
import { loyaltyPersons } from '../../loyalty/person/person.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import { appleWalletPath } from '../../vocabulary/links.ts';
import type { DesignLocation } from '../design/design-texts.ts';
import type { DesignCampaign } from '../design/wallet-design.ts';
import type { PictureFiles, ShownDesign } from '../design/wallet-picture.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CardSubject, CouponSubject, PassSubject } from '../pass/pass-subject.ts';
import type { WalletCampaign } from '../pass/wallet-campaign.ts';
import { colorOf, icon, stampStrip } from './pass-art.ts';
import { cardContent, couponContent, type PassContent, passTime, type ShownMessage } from './pass-content.ts';
import type { PassSigner } from './pass-signer.ts';
import { translations } from './pass-words.ts';

export const passMediaType = 'application/vnd.apple.pkpass';

interface PassInput {
  pass: Pick<WalletPass, 'id' | 'token' | 'message' | 'messageChange'>;
  campaign: Pick<WalletCampaign, 'message' | 'messageChange'> | null;
  subject: PassSubject;
}

interface SigningInput {
  signer: PassSigner;
  publicUrl: string;
  at: Instant;
}

/** Makes a pass file. Rejects with `DatabaseBusy` if too many passes of the caller's account wait to be signed. */
export function passFile(facts: PassInput, signing: SigningInput): Promise<Buffer> {
  return inPoolThread(() => signedFile(facts, signing));
}

async function signedFile(
  { pass, campaign, subject }: PassInput,
  { signer, publicUrl, at }: SigningInput,
): Promise<Buffer> {
  const content = passContent(subject, { ...pass, campaign }, at);
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

export function passContent(subject: PassSubject, notified: ShownMessage, at: Instant): PassContent {
  return 'coupon' in subject ? couponContent(subject, notified, at) : cardContent(subject, notified, at);
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

function passJson({ id, token }: PassInput['pass'], content: PassContent, { signer, publicUrl }: SigningInput): object {
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
    // A session can be used only once, so a shared copy would have no value.
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

/** A fixed time, so that the same files make the same archive. */
const mtime = new Date(2000, 0, 1);

/** Makes an archive. Compresses only texts, because images and signatures would not shrink. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const entries: Zippable = {};
  // The texts are short. Higher levels take twice the time and save less than 1%.
  for (const [name, content] of files) entries[name] = [content, { level: isText.test(name) ? 1 : 0 }];
  const { buffer, byteOffset, byteLength } = zipSync(entries, { mtime });
  return Buffer.from(buffer, byteOffset, byteLength);
}

const isText = /\.(json|strings)$/;

export function sampleSubject(account: Account, campaign: DesignCampaign, design: ShownDesign): PassSubject {
  return 'coupon' in campaign
    ? sampleOfCoupon({ account, coupon: campaign.coupon, design })
    : sampleOfCard({ account, card: campaign.card, design });
}

function sampleOfCoupon(subject: Omit<CouponSubject, 'session'>): CouponSubject {
  const { id: couponId, accountId, code: couponCode, value, expiresAt } = subject.coupon;
  const names = { sequence: 0, session: 'sample000000000000000', accountId, couponId, couponCode };
  return { ...subject, session: { ...absent(couponSessions), ...names, value, expiresAt, createdAt: now() } };
}

function sampleOfCard(subject: Omit<CardSubject, 'user' | 'rewards' | 'expiring'>): CardSubject {
  const { id: cardId, accountId, code: cardCode, medium: cardMedium, stampsRequired } = subject.card;
  const names = { id: 'usr_sample0000000000', number: 0, accountId, cardId, cardCode, cardMedium };
  const balance = {
    stamps: Math.ceil((stampsRequired ?? 0) * 0.4),
    points: stampsRequired === null ? 120 : 0,
    filledCards: 0,
  };
  const person = { ...absent(loyaltyPersons), firstName: 'Ada', lastName: 'Example' };
  const user = { ...person, ...names, ...balance, voidedAt: null, createdAt: now(), rewards: [] };
  return { ...subject, user, rewards: [], expiring: null };
}

/**
 * The maximum size of a pass, in bytes. Every phone fetches its pass after a change, and a million phones then fetch 40
 * GB.
 */
const maxPassBytes = 40_000;

/** The size of a signature with the usual two certificates. */
const signature = Buffer.alloc(4000);

/** Throws `INVALID_INPUT` if passes with the design would be too large. */
export async function requireSmallPass(account: Account, campaign: DesignCampaign, design: ShownDesign): Promise<void> {
  const at = now();
  const pass = { id: 'pas_sample0000000000', token: '0'.repeat(32), message: '…'.repeat(200), messageChange: 1 };
  const signer = { passType: 'pass.sample', team: 'SAMPLE', sign: async () => signature };
  const facts = { pass, campaign: null, subject: sampleSubject(account, campaign, design) };
  const { length } = await passFile(facts, { signer, publicUrl: 'https://sample.example', at });
  if (length <= maxPassBytes) return;
  const reason = `makes passes of ${Math.ceil(length / 1000)} kB, and a pass can have at most ${maxPassBytes / 1000} kB`;
  throw invalidInput('campaign', `${reason}. Shorten the texts of the campaign, or use simpler pictures`);
}
