/*
 * The paths of everything that links lead to. An address is the public URL followed by a path. Given parameters such as `:code`, a
 * function returns the pattern of the route.
 */

/** What the paths of the pages for customers begin with. */
export const pages = { coupon: '/c', directory: '/d', loyaltyCard: '/l', unsubscribe: '/u' } as const;

export const couponPath = (code: string) => `${pages.coupon}/${code}`;

export const sessionPath = (couponCode: string, session: string) => `${couponPath(couponCode)}/${session}`;

export const loyaltyCardPath = (code: string) => `${pages.loyaltyCard}/${code}`;

export const loyaltyUserPath = (cardCode: string, user: string) => `${loyaltyCardPath(cardCode)}/${user}`;

/** The picture for the till, below the path of a session or of a loyalty user. */
export const barcodePath = (holder: string) => `${holder}/barcode.svg`;

export const directoryPath = (code: string) => `${pages.directory}/${code}`;

/** Without its token, which the query carries. */
export const signOnPath = (directoryCode: string) => `${directoryPath(directoryCode)}/sso`;

export const unsubscribePath = (message: string, signature: string) => `${pages.unsubscribe}/${message}/${signature}`;

export const exportPath = (token: string) => `/exports/${token}`;

/** What the paths that Twilio calls begin with. */
export const twilioRoot = '/hooks/twilio';

export const twilioPath = (integration: string, hook: 'status' | 'inbound') => `${twilioRoot}/${integration}/${hook}`;

const any = '[^/]+';
const beforeSecrets = [sessionPath(any, ''), loyaltyUserPath(any, ''), unsubscribePath(any, ''), exportPath('')];
const secret = new RegExp(`^(${beforeSecrets.join('|')}).+$`);

/** Hides what lets anybody who knows it see a session or a card, unsubscribe somebody or load an export. */
export function withoutSecret(path: string): string {
  return path.replace(secret, '$1…');
}
