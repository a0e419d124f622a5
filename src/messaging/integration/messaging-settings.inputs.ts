import { z } from 'zod';
import { parseSender } from '../../kernel/values/email-address.ts';
import { baseUrl, host, plain, port, security } from './settings.inputs.ts';

/** Signing in requires encryption, because otherwise the password could be read in transit. */
export const smtp = z
  .strictObject({
    host,
    security: security.default('STARTTLS'),
    port: port.optional(),
    username: plain(255).nullable().default(null),
    password: plain(255).nullable().default(null),
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
  .transform((given) => ({ ...given, port: given.port ?? { TLS: 465, STARTTLS: 587, NONE: 25 }[given.security] }));

const smsSender = z
  .string()
  .regex(
    /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.{1,11}$)[A-Za-z0-9 ]*[A-Za-z][A-Za-z0-9 ]*)$/,
    'is not a phone number in E.164, a short code, or a name of up to 11 letters and digits',
  );

const sid = z.string().regex(/^[\w-]{1,64}$/, 'must contain only letters, digits, hyphens and underscores');

export const twilio = z
  .strictObject({
    baseUrl: baseUrl('https://api.twilio.com'),
    accountSid: sid,
    authToken: z.string().regex(/^[\x21-\x7e]+$/, 'must contain only printable ASCII characters without spaces'),
    from: smsSender.nullable().default(null),
    messagingServiceSid: sid.nullable().default(null),
  })
  .refine(({ from, messagingServiceSid }) => (from === null) !== (messagingServiceSid === null), {
    path: ['from'],
    error: 'is required without messagingServiceSid, and not allowed with it',
  });

const ascii = z.string().regex(/^[\x20-\x7e]+$/, 'must contain only printable ASCII characters');

export const smpp = z
  .strictObject({
    host,
    tls: z.boolean().default(false),
    port: port.optional(),
    systemId: ascii,
    password: ascii.default(''),
    systemType: ascii.default(''),
    from: smsSender.nullable().default(null),
  })
  .transform((given) => ({ ...given, port: given.port ?? (given.tls ? 3550 : 2775) }));
