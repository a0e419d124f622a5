import type { NewContact } from '../../contacts/contact/contact-store.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';

const firstNames = [
  ...['Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'],
  ...['Kira', 'Luis', 'Mina', 'Noah', 'Olga', 'Paul', 'Rosa', 'Samir', 'Theo', 'Vera'],
  ...['Wanda', 'Xaver', 'Yara', 'Zoe', 'Anton', 'Berta', 'Carlos', 'Dora', 'Elif', 'Frida'],
];
const lastNames = [
  ...['Albrecht', 'Brandt', 'Çelik', 'Dahl', 'Ebert', 'Fischer', 'Graf', 'Hartmann', 'Ivanova', 'Jung'],
  ...['Keller', 'Lindner', 'Meier', 'Nowak', 'Okafor', 'Peters', 'Quandt', 'Richter', 'Schulz', 'Tran'],
  ...['Ulrich', 'Vogt', 'Winter', 'Yilmaz', 'Zeller', 'Arndt', 'Böhm', 'Costa', 'Dietz', 'Engel'],
];
const domains = ['example.com', 'example.org'];

/** The phone numbers 555 0… are not in use. */
export function customer(number: number) {
  const firstName = firstNames[number % firstNames.length] ?? '';
  const lastName = lastNames[Math.floor(number / firstNames.length) % lastNames.length] ?? '';
  const name = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z.]/g, '');
  const again = Math.floor(number / (firstNames.length * lastNames.length));
  return {
    firstName,
    lastName,
    email: `${name}${again || ''}@${domains[number % domains.length]}`,
    phone: `+49305550${String(number % 1000).padStart(3, '0')}`,
  };
}

export type Customer = ReturnType<typeof customer>;

export function contactOf({ firstName, lastName, email, phone }: Customer, channel: MessageChannel): NewContact {
  const address = channel === 'EMAIL' ? email : phone;
  return { firstName, lastName, address, addressKey: channel === 'EMAIL' ? emailKey(email) : phone };
}
