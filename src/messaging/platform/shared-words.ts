import type { Language } from '../../kernel/values/languages.ts';

const en = {
  host: 'Host',
  port: { label: 'Port', hint: 'Empty for the usual one.' },
  username: 'User name',
  password: 'Password',
  emailFrom: {
    label: 'Sender',
    hint: 'An address, also with a name: Bakery <mail@bakery.example>. Empty: no-reply@ and the domain of the account.',
  },
  smsFrom: {
    label: 'Sender',
    hint: 'A phone number with country code, a short code, or a name of up to 11 letters and digits.',
  },
  baseUrl: { label: 'Address of the API', hint: 'Only for a compatible gateway.' },
};

const de: typeof en = {
  host: 'Server',
  port: { label: 'Port', hint: 'Leer für den üblichen.' },
  username: 'Benutzername',
  password: 'Passwort',
  emailFrom: {
    label: 'Absender',
    hint: 'Eine Adresse, auch mit Namen: Bäckerei <mail@bakery.example>. Leer: no-reply@ und die Domain des Kontos.',
  },
  smsFrom: {
    label: 'Absender',
    hint: 'Eine Telefonnummer mit Landesvorwahl, eine Kurzwahl oder ein Name aus bis zu 11 Buchstaben und Ziffern.',
  },
  baseUrl: { label: 'Adresse der API', hint: 'Nur für einen kompatiblen Anbieter.' },
};

export const sharedWords: Record<Language, typeof en> = { en, de };
