/*
 * Paths below the public URL. If the arguments are parameters such as `:code`, these functions return route patterns.
 */

export const pages = {
  coupon: '/p',
  /** Paths of addresses that existing callers have printed and sent. */
  existingCoupon: '/c',
  directory: '/d',
  loyaltyCard: '/l',
  unsubscribe: '/u',
} as const;

export const couponPath = (code: string) => `${pages.coupon}/${code}`;

export const sessionPath = (couponCode: string, session: string) => `${couponPath(couponCode)}/${session}`;

export const existingPath = (path: string) => path.replace(pages.coupon, pages.existingCoupon);

export const loyaltyCardPath = (code: string) => `${pages.loyaltyCard}/${code}`;

export const loyaltyUserPath = (cardCode: string, user: string) => `${loyaltyCardPath(cardCode)}/${user}`;

export const barcodePath = (subject: string) => `${subject}/barcode.svg`;

export const changesPath = (subject: string) => `${subject}/changes`;

export const directoryPath = (code: string) => `${pages.directory}/${code}`;

export const signOnPath = (directoryCode: string) => `${directoryPath(directoryCode)}/sso`;

export const unsubscribePath = (message: string, signature: string) => `${pages.unsubscribe}/${message}/${signature}`;

export const exportPath = (token: string) => `/exports/${token}`;

export const platformHooksRoot = (provider: string) => `/hooks/${provider.toLowerCase()}`;

export const platformHookPath = (provider: string, integration: string, hook: 'status' | 'inbound') =>
  `${platformHooksRoot(provider)}/${integration}/${hook}`;

/** The path for phones, to which Apple Wallet appends `/v1/…`. */
export const appleWalletPath = '/wallet/apple';

export const applePassPath = (subject: string) => `${subject}/pass.pkpass`;

export const googleWalletPath = '/wallet/google';

/** The path to which Google reports that passes were saved or removed. */
export const googleCallbackPath = (integration: string) => `${googleWalletPath}/callback/${integration}`;

/** The logo for cards without one, because Google requires one. */
export const googleLogoPath = `${googleWalletPath}/logo.png`;

export const googlePassPath = (subject: string) => `${subject}/google-wallet`;

const walletPreviewPrefix = '/wallet/previews';

export const walletPreviewPath = (campaign: string, signature: string) =>
  `${walletPreviewPrefix}/${campaign}/${signature}.svg`;

export const walletPicturePath = (picture: string) => `/wallet/pictures/${picture}.jpg`;

export const consolePath = '/console';

export const invitationPath = (token: string) => `${consolePath}/invitation/${token}`;

export const passwordResetPath = (token: string) => `${consolePath}/reset/${token}`;

export const entryPath = (token: string) => `${consolePath}/enter/${token}`;

export const tillPath = '/till';

/** The token is in the fragment of the address, which browsers do not send. */
export const tillPairingAddress = (publicUrl: string, token: string) => `${publicUrl}${tillPath}#pair=${token}`;

const any = '[^/]+';
const beforeSecrets = [
  sessionPath(any, ''),
  existingPath(sessionPath(any, '')),
  loyaltyUserPath(any, ''),
  unsubscribePath(any, ''),
  exportPath(''),
  invitationPath(''),
  passwordResetPath(''),
  entryPath(''),
  `${appleWalletPath}/v1/devices/`,
  `${walletPreviewPrefix}/${any}/`,
];
/** Matches paths with secrets. Like the router, it ignores case. */
const secret = new RegExp(`^(${beforeSecrets.join('|')}).+$`, 'i');

const sessionAddress = [sessionPath(any, ''), existingPath(sessionPath(any, ''))].join('|');
const sessionIn = new RegExp(`(?:${sessionAddress})([0-9a-z]{21})(?:[/?#]|$)`, 'i');

export function sessionInAddress(address: string): string | null {
  return sessionIn.exec(address)?.[1]?.toLowerCase() ?? null;
}

const loyaltyUserIn = new RegExp(`(?:${loyaltyUserPath('([0-9a-z]{8})', '')})(usr_[0-9a-z]{16})(?:[/?#]|$)`, 'i');

export function loyaltyUserInAddress(address: string): { code: string; user: string } | null {
  const [, code, user] = loyaltyUserIn.exec(address) ?? [];
  return code && user ? { code: code.toLowerCase(), user: user.toLowerCase() } : null;
}

/** Removes the secret end of a path. It opens a session or card, unsubscribes, or loads an export. */
export function withoutSecret(path: string): string {
  return path.replace(secret, '$1…');
}
