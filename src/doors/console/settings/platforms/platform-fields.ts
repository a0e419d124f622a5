import type { Field } from '../../frame/screen-field.ts';
import type { Words } from '../../words/words.ts';

type Fields = Record<string, Field>;
type Name = {
  [Key in keyof Words['platforms']['fields']]: Words['platforms']['fields'][Key] extends string ? Key : never;
}[keyof Words['platforms']['fields']];

/** Returns a setting of a platform. */
function setting(name: Name, more: Partial<Field> & { hinted?: Name } = {}): Field {
  const { hinted, ...rest } = more;
  return {
    kind: 'text',
    at: `settings.${name}`,
    label: ({ platforms }) => platforms.fields[name],
    ...(hinted && { hint: ({ platforms }: Words) => platforms.fields[hinted] }),
    most: 500,
    ...rest,
  };
}

const secret = (name: Name, more: Partial<Field> = {}) =>
  setting(name, { kind: 'password', most: 255, autocomplete: 'new-password', ...more });

const document = (name: Name, hinted: Name, accept: string, more: Partial<Field> = {}) =>
  setting(name, {
    ...{ kind: 'textarea', most: 10_000, hinted },
    upload: { accept, label: ({ platforms }) => platforms.fields.chooseFile },
    ...more,
  });

const port = setting('port', { kind: 'number', min: 1, max: 65_535, hinted: 'portHint' });
const perSecond = setting('perSecond', {
  ...{ kind: 'number', at: 'perSecond', min: 1, max: 10_000, hinted: 'perSecondHint' },
});

export const smtpFields: Fields = {
  host: setting('host', { required: true, placeholder: 'smtp.example' }),
  security: setting('security', {
    ...{ kind: 'select', required: true, options: ({ platforms }) => Object.entries(platforms.fields.securities) },
  }),
  port,
  username: setting('username', { most: 255 }),
  password: secret('password'),
  from: setting('from', { most: 320, hinted: 'fromEmailHint' }),
  perSecond,
};

export const twilioFields: Fields = {
  accountSid: setting('accountSid', { required: true, most: 64, placeholder: 'AC…' }),
  authToken: secret('authToken', { required: true }),
  from: setting('from', { most: 320, hinted: 'fromSmsHint' }),
  messagingServiceSid: setting('messagingServiceSid', {
    ...{ most: 64, placeholder: 'MG…', hinted: 'messagingServiceHint' },
  }),
  baseUrl: setting('baseUrl', { kind: 'url', hinted: 'baseUrlHint', placeholder: 'https://api.twilio.com' }),
  perSecond,
};

export const smppFields: Fields = {
  host: setting('host', { required: true }),
  port,
  tls: setting('tls', { kind: 'checkbox' }),
  systemId: setting('systemId', { required: true, most: 64 }),
  password: secret('password'),
  systemType: setting('systemType', { most: 12 }),
  from: setting('from', { most: 320, hinted: 'fromSmsHint' }),
  perSecond,
};

export const appleFields: Fields = {
  certificate: document('certificate', 'certificateHint', '.cer,.pem,.crt', { required: true }),
  privateKey: document('privateKey', 'privateKeyHint', '.pem,.key'),
  intermediate: document('intermediate', 'intermediateHint', '.cer,.pem,.crt'),
  perSecond,
};

export const googleFields: Fields = {
  issuerId: setting('issuerId', { required: true, most: 20, hinted: 'issuerIdHint' }),
  serviceAccount: document('serviceAccount', 'serviceAccountHint', '.json', { required: true }),
  baseUrl: setting('baseUrl', {
    ...{ kind: 'url', hinted: 'baseUrlHint', placeholder: 'https://walletobjects.googleapis.com' },
  }),
  perSecond,
};
