import type { ShownContact } from '../contacts/contact/contact.ts';
import type { Loader } from './loader.ts';
import { date, filled, flag, withoutPlus } from './wire-values.ts';

export async function emailContact(contact: ShownContact, loader: Loader) {
  const { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 } = contact;
  const customs = { custom1, custom2, custom3, custom4, custom5, custom6, custom7, custom8, custom9, custom10 };
  const optedOutAt = await loader.optOutTimeOf(contact);
  return {
    ...{ ID: contact.id, email: contact.address, ...person(contact, optedOutAt) },
    ...{ ...filled(customs), ...dates(contact) },
  };
}

export async function smsContact(contact: ShownContact, loader: Loader) {
  const customs = {
    customfield1: contact.custom1,
    customfield2: contact.custom2,
    customfield3: contact.custom3,
    customfield4: contact.custom4,
    customfield5: contact.custom5,
    customfield6: contact.custom6,
    customfield7: contact.custom7,
  };
  const optedOutAt = await loader.optOutTimeOf(contact);
  return {
    ...{ ID: contact.id, phone: withoutPlus(contact.address), ...person(contact, optedOutAt) },
    ...{ ...filled(customs), ...dates(contact) },
  };
}

function person({ firstName, lastName }: ShownContact, optedOutAt: string | null) {
  return {
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    unsubscribed: flag(optedOutAt),
    ...(optedOutAt && { unsubscribedate: dayFirst(optedOutAt) }),
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
