import { date, filled } from './wire-values.ts';

/** A contact as GraphQL returns it. */
export interface ShownContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  birthday: string | null;
  custom1: string | null;
  custom2: string | null;
  custom3: string | null;
  custom4: string | null;
  custom5: string | null;
  custom6: string | null;
  custom7: string | null;
  custom8: string | null;
  custom9: string | null;
  custom10: string | null;
  createdAt: string;
}

/** Returns a contact of an email group (contract, section 5). */
export function emailContact({ id, email, createdAt, ...data }: ShownContact) {
  const { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 } = data;
  return filled({
    ID: id,
    email,
    ...person(data),
    ...{ custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 },
    created_at: date(createdAt),
  });
}

/** Returns a contact of an SMS group (contract, section 5). */
export function smsContact({ id, phone, createdAt, ...data }: ShownContact) {
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

function person({ firstName, lastName, birthday }: Pick<ShownContact, 'firstName' | 'lastName' | 'birthday'>) {
  return { first_name: firstName, last_name: lastName, birthday };
}
