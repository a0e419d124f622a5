import { type LandingPage, setLandingPage } from '../../src/coupons/landing-page/landing-page.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { formPass } from '../../src/pages/landing/form-pass.ts';
import type { Owner } from './client.ts';
import { appSecret, makeCoupon } from './make.ts';

/** Makes a coupon with a public page that asks for an email address. */
export async function makeLanding(
  database: Database,
  owner: Owner,
  { page = {}, ...coupon }: Parameters<typeof makeCoupon>[2] & { page?: Partial<LandingPage> } = {},
) {
  const made = await makeCoupon(database, owner, { title: 'Fresh bread', ...coupon });
  const usual = { fields: [{ kind: 'EMAIL', label: null, required: true }], unique: null, limit: null, consent: null };
  await database.transaction((transaction) =>
    setLandingPage(transaction, made, { ...(usual as Omit<LandingPage, 'submissions'>), ...page }),
  );
  return made;
}

/** Returns the text that a form carries, of a form that was opened some seconds ago. */
export function passOf(couponId: string, { seconds = 10, secret = appSecret } = {}): string {
  return formPass(new Secrets(secret), couponId, Date.now() - seconds * 1000);
}
