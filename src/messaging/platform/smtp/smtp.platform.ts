import { z } from 'zod';
import { parseSender } from '../../../kernel/values/email-address.ts';
import { platform } from '../declaration.ts';
import { from, host, password, passwordText, plain, port } from '../shared-settings.inputs.ts';
import { openSmtp } from './smtp.ts';

const security = z.enum(['TLS', 'STARTTLS', 'NONE']).meta({
  id: 'SmtpSecurity',
  description: 'How connections to an SMTP server are encrypted.',
  values: {
    TLS: 'TLS from the first byte, usually on port 465.',
    STARTTLS: 'STARTTLS before signing in, usually on port 587. If the server does not offer it, nothing is sent.',
    NONE: 'No encryption. Signing in is not possible.',
  },
});

const smtpPort = port('Default for SMTP: 465 with `TLS`, 587 with `STARTTLS`, 25 with `NONE`.');

export const smtp = platform({
  name: 'SMTP',
  channels: ['EMAIL', 'EMAIL_SERVICE'],
  description: 'An SMTP server, for email.',
  settings: {
    host: { ...host, form: { required: true, placeholder: 'smtp.example' } },
    security: {
      input: security,
      description: 'how connections are encrypted.',
      preset: 'STARTTLS',
      shown: 'how connections are encrypted.',
      form: { required: true },
    },
    port: smtpPort,
    username: {
      input: plain(255),
      description: 'the user name. Without it, the service does not sign in.',
      shown: 'the user name.',
    },
    password,
    from: from(
      'an email address, with or without a name, such as `Bakery <mail@bakery.example>`; default `no-reply@` followed by the domain of the account.',
      'emailFrom',
    ),
  },
  // Without encryption, others could read the password in transit.
  schema: z
    .strictObject({
      host: host.input,
      security: security.default('STARTTLS'),
      port: smtpPort.input.optional(),
      username: plain(255).nullable().default(null),
      password: passwordText.nullable().default(null),
      from: plain(320)
        .refine((text) => parseSender(text) !== null, 'is not an email address, with or without a name')
        .nullable()
        .default(null),
    })
    .refine(({ username, password }) => (username === null) === (password === null), {
      path: ['password'],
      error: 'must be given together with the user name',
    })
    .refine(({ security, username }) => security !== 'NONE' || username === null, {
      path: ['security'],
      error: 'must be TLS or STARTTLS if a user name is given',
    })
    .transform((given) => ({ ...given, port: given.port ?? { TLS: 465, STARTTLS: 587, NONE: 25 }[given.security] })),
  open: openSmtp,
  facts: ['host', 'username', 'from'],
  summary: ['from', 'host'],
});
