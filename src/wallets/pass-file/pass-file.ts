import { hash } from 'node:crypto';
import { type Instant, toDate } from '../../kernel/values/instant.ts';
import { appleWalletPath } from '../../kernel/values/links.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { PassHolder } from '../pass/pass-holder.ts';
import type { WalletCampaign } from '../pass/wallet-campaign.ts';
import { cardContent } from './card-content.ts';
import { couponContent } from './coupon-content.ts';
import { colorOf, icon, stampStrip } from './pass-art.ts';
import { type PassContent, passTime } from './pass-content.ts';
import type { PassSigner } from './pass-signer.ts';
import { translations } from './pass-words.ts';
import { signInTurn } from './signing-turns.ts';
import { zip } from './zip.ts';

/** The type of a file with a pass. */
export const passMediaType = 'application/vnd.apple.pkpass';

interface Facts {
  pass: WalletPass;
  campaign: WalletCampaign | null;
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
  const told = { ...pass, campaign };
  const content = 'coupon' in holder ? couponContent(holder, told, at) : cardContent(holder, told, at);
  const files = new Map<string, Buffer>([
    ['pass.json', Buffer.from(JSON.stringify(passJson(pass, content, { signer, publicUrl, at })))],
    ...pictures(content),
    ...translatedWords,
  ]);
  const digests = [...files].map(([name, bytes]) => [name, hash('sha1', bytes)]);
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)));
  files.set('manifest.json', manifest);
  files.set('signature', await signer.sign(manifest, toDate(at)));
  return zip(files);
}

const translatedWords = [...translations].map(([name, text]) => [name, Buffer.from(text)] as const);

function pictures(content: PassContent): [string, Buffer][] {
  const { background, foreground, stamps } = content;
  const strip = stamps && stampStrip(content, stamps);
  return [
    ['icon.png', icon(background, foreground, 29)],
    ['icon@2x.png', icon(background, foreground, 58)],
    ['icon@3x.png', icon(background, foreground, 87)],
    ...(strip ? [['strip@2x.png', strip] as [string, Buffer]] : []),
  ];
}

function passJson({ id, token }: WalletPass, content: PassContent, { signer, publicUrl }: Means): object {
  const { style, organization, heading, description, background, foreground, fields, barcodes, isVoided, expiresAt } =
    content;
  return {
    formatVersion: 1,
    passTypeIdentifier: signer.passType,
    teamIdentifier: signer.team,
    serialNumber: id,
    authenticationToken: token,
    webServiceURL: publicUrl + appleWalletPath,
    organizationName: organization,
    logoText: heading,
    description,
    backgroundColor: rgb(background),
    foregroundColor: rgb(foreground),
    labelColor: rgb(foreground),
    // A coupon session can be used once, so nobody can give it away and keep it.
    ...(style === 'coupon' && { sharingProhibited: true }),
    ...(isVoided && { voided: true }),
    ...(expiresAt && { expirationDate: passTime(expiresAt) }),
    ...(barcodes.length > 0 && { barcodes }),
    [style]: fields,
  };
}

const rgb = (color: string) => `rgb(${colorOf(color).join(', ')})`;
