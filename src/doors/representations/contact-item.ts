import type { ResultOf } from 'gql.tada';
import type { contactRecord } from '../rest/documents/contact-fragments.ts';
import { filled } from './filled.ts';
import { date } from './wire-values.ts';

export type ContactRecord = ResultOf<typeof contactRecord>;

/** A contact of an email group (contract, section 5). */
export function emailContact({ id, email, createdAt, ...data }: ContactRecord) {
  const { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 } = data;
  return filled({
    ID: id,
    email,
    ...person(data),
    ...{ custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 },
    created_at: date(createdAt),
  });
}

/** A contact of an SMS group (contract, section 5). */
export function smsContact({ id, phone, createdAt, ...data }: ContactRecord) {
  return filled({
    ID: id,
    phone,
    ...person(data),
    customfield1: data.custom1,
    customfield2: data.custom2,
    customfield3: data.custom3,
    customfield4: data.custom4,
    customfield5: data.custom5,
    customfield6: data.custom6,
    customfield7: data.custom7,
    created_at: date(createdAt),
  });
}

function person({ firstName, lastName, birthday }: Pick<ContactRecord, 'firstName' | 'lastName' | 'birthday'>) {
  return { first_name: firstName, last_name: lastName, birthday };
}
