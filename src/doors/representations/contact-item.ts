import { date, filled, flag, withoutPlus } from './wire-values.ts';

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
  unsubscribedAt: string | null;
  createdAt: string;
}

/** Returns a contact of an email group, as its list shows it. */
export function emailContact(contact: ShownContact) {
  const { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 } = contact;
  const customs = { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 };
  return { ID: contact.id, email: contact.email ?? '', ...person(contact), ...filled(customs), ...dates(contact) };
}

/** Returns a contact of an SMS group, as its list shows it. */
export function smsContact(contact: ShownContact) {
  const customs = {
    customfield1: contact.custom1,
    customfield2: contact.custom2,
    customfield3: contact.custom3,
    customfield4: contact.custom4,
    customfield5: contact.custom5,
    customfield6: contact.custom6,
    customfield7: contact.custom7,
  };
  return {
    ...{ ID: contact.id, phone: withoutPlus(contact.phone), ...person(contact) },
    ...{ ...filled(customs), ...dates(contact) },
  };
}

function person({ firstName, lastName, unsubscribedAt }: ShownContact) {
  return {
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    unsubscribed: flag(unsubscribedAt),
    ...(unsubscribedAt && { unsubscribedate: dayFirst(unsubscribedAt) }),
  };
}

function dates({ birthday, createdAt }: ShownContact) {
  return { birthday: birthday ?? '', created_at: date(createdAt) };
}

/** Returns an instant as `dd/MM/yyyy HH:mm UTC`. */
function dayFirst(instant: string): string {
  const [year, month, day] = instant.slice(0, 10).split('-');
  return `${day}/${month}/${year} ${instant.slice(11, 16)} UTC`;
}
