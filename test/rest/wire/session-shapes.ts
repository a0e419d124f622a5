import { pages } from '../../../src/vocabulary/links.ts';
import { time } from './wire.ts';

/** The status of a session with which nothing has happened: 26 fields, all of them text. */
export const freshStatus = {
  ...{ created_date_utc: time, opened: '0', open_date_utc: '', played: '0', played_date_utc: '' },
  ...{ started: '0', start_date_utc: '', claimed: '0', claim_date_utc: '', claimtype: '' },
  ...{ saved_to_passbook: '0', saved_to_passbook_date_utc: '' },
  ...{ saved_to_androidpay: '0', saved_to_androidpay_date_utc: '' },
  ...{ validated: '0', validation_date_utc: '', own_validation_code: '', validation_value: '', value: '' },
  ...{ redeem_location_ID: '', voided: '0', voided_date_utc: '', unvoided_date_utc: '' },
  ...{ locked: '0', locked_date_utc: '', expiry_date_utc: '', expired: '0' },
};

interface Shown {
  url: string;
  coupon: { id: string; code: string };
  session: string;
  sequence: number;
}

export function addressOf({ url, coupon, session }: Omit<Shown, 'sequence'>): string {
  return `${url}${pages.coupon}/${coupon.code}/${session}`;
}

/** The item of a session with which nothing has happened, and that has no data. */
export function freshItem({ sequence, ...shown }: Shown) {
  return {
    ...{ session: shown.session, session_url: addressOf(shown), sequenceid: String(sequence), customid: '' },
    ...{ campaign: shown.coupon.id, widget_validation_code: shown.session.slice(0, 6) },
    ...{ firstname: '', lastname: '', email: '', phone: '', money_spent: '' },
    ...{ customfield1: '', customfield2: '', customfield3: '', customfield4: '' },
    ...{ customfield5: '', customfield6: '', customfield7: '' },
    ...{ utm_campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' },
    status: freshStatus,
  };
}
