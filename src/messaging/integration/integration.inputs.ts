import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isAbsent } from '../../kernel/api/errors.ts';
import { idInput } from '../../kernel/api/inputs.ts';
import { parseSender } from '../../kernel/values/email-address.ts';
import { appleAuthority } from '../platform/apple/apple-authority.ts';
import { isIssuedBy, passCertificateOf, readCertificate, readPrivateKey } from '../platform/apple/apple-certificate.ts';
import { integrationChannels, type Provider, providers, providersOf } from '../platform/channel.ts';
import type { AppleSettings, Settings } from '../platform/platform-settings.ts';

export const integrationChannel = z.enum(integrationChannels).meta({
  id: 'IntegrationChannel',
  description: 'The purpose of an integration.',
  values: {
    EMAIL: 'Email to single addresses.',
    SMS: 'SMS to single numbers.',
    EMAIL_SERVICE: 'Email to groups of contacts.',
    SMS_SERVICE: 'SMS to groups of contacts.',
    APPLE_WALLET: 'Passes in Apple Wallet.',
  },
});

export const provider = z.enum(providers).meta({
  id: 'IntegrationProvider',
  description: 'A provider of messaging or of wallets.',
  values: {
    CAPTURE:
      'No provider: messages are stored and shown at `/outbox` to keys with the scope `ADMIN`. For all purposes. Passes are signed with a certificate that no phone accepts.',
    SMTP: 'An SMTP server, for email.',
    TWILIO: "Twilio's REST API, or a gateway with a compatible API, for SMS.",
    SMPP: 'A message centre that speaks SMPP 3.4, for SMS.',
    APPLE: 'Apple, for passes in Apple Wallet.',
  },
});

export const security = z.enum(['TLS', 'STARTTLS', 'NONE']).meta({
  id: 'SmtpSecurity',
  description: 'How connections to an SMTP server are encrypted.',
  values: {
    TLS: 'TLS from the first byte, usually on port 465.',
    STARTTLS: 'STARTTLS before signing in, usually on port 587. If the server does not offer it, nothing is sent.',
    NONE: 'No encryption. Signing in is not possible.',
  },
});

export const integrationId = idInput('integration', 'an integration id', 'The integration');

const plain = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not contain control characters');

const host = plain(253).refine(isHost, 'is not a host name or IP address');
const port = z.int().min(1).max(65_535);

const pem = z.string().min(1).max(10_000);

/** The settings of all providers. The schema of each provider checks which of them it accepts. */
const settings = z
  .object({
    host: host.nullish().meta({ description: 'SMTP and SMPP: the name or IP address of a public host.' }),
    port: port.nullish().meta({
      description:
        'SMTP and SMPP: the port. Default for SMTP: 465 with `TLS`, 587 with `STARTTLS`, 25 with `NONE`. Default for SMPP: 3550 with TLS, 2775 without.',
    }),
    security: security.nullish().meta({ description: 'SMTP: how connections are encrypted. Default: `STARTTLS`.' }),
    username: plain(255)
      .nullish()
      .meta({ description: 'SMTP: the user name. Without it, the service does not sign in.' }),
    password: plain(255).nullish().meta({ description: 'SMTP and SMPP: the password. It is never returned.' }),
    from: plain(320).nullish().meta({
      description:
        'The sender of messages. SMTP: an email address, with or without a name, such as `Bakery <mail@bakery.example>`; default `no-reply@` followed by the domain of the account. TWILIO and SMPP: a phone number in E.164, a short code, or a name of up to 11 letters and digits.',
    }),
    accountSid: plain(64).nullish().meta({ description: 'TWILIO: the account SID, `AC…`.' }),
    authToken: plain(255)
      .nullish()
      .meta({ description: 'TWILIO: the auth token of the account. It is never returned.' }),
    messagingServiceSid: plain(64).nullish().meta({
      description:
        'TWILIO: the SID of the messaging service that chooses the sender, `MG…`. Give either this or `from`.',
    }),
    baseUrl: plain(500).nullish().meta({
      description: 'TWILIO: the base address of the API, for compatible gateways. Default: `https://api.twilio.com`.',
    }),
    systemId: plain(64).nullish().meta({ description: 'SMPP: the system id.' }),
    systemType: plain(12).nullish().meta({ description: 'SMPP: the system type, if the message centre requires one.' }),
    tls: z.boolean().nullish().meta({ description: 'SMPP: whether connections use TLS. Default: false.' }),
    certificate: pem.nullish().meta({
      description:
        'APPLE: the certificate of the pass type id, in PEM, or the base64 of the file `.cer` that Apple offers to download.',
    }),
    privateKey: pem.nullish().meta({
      description:
        'APPLE: the private key of the certificate, in PEM without a passphrase. Not needed if the certificate answers `createCertificateRequest`. It is never returned.',
    }),
    intermediate: pem.nullish().meta({
      description:
        'APPLE: the certificate of Apple that issued the certificate, in PEM or base64. Default: `Worldwide Developer Relations G4`.',
    }),
  })
  .meta({
    id: 'IntegrationSettingsInput',
    description: 'The connection settings of a provider. Each provider uses some of the fields.',
  });

type Given = z.output<typeof settings>;

/** Signing in requires encryption, because otherwise the password could be read in transit. */
const smtp = z
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

const twilio = z
  .strictObject({
    baseUrl: z
      .string()
      .transform((url) => url.replace(/\/+$/, ''))
      .default('https://api.twilio.com'),
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

const smpp = z
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

/** A key that is missing here is taken from the certificate request of the account. */
const apple = z
  .strictObject({ certificate: pem, privateKey: pem.default(''), intermediate: pem.default(appleAuthority) })
  .transform((given, context): AppleSettings => {
    const refuse = (path: keyof typeof given, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    const certificate = readCertificate(given.certificate);
    const intermediate = readCertificate(given.intermediate);
    if (!certificate) return refuse('certificate', 'is not a certificate in PEM or base64');
    if (!intermediate) return refuse('intermediate', 'is not a certificate in PEM or base64');
    const facts = passCertificateOf(certificate);
    if (typeof facts === 'string') return refuse('certificate', facts);
    if (!isIssuedBy(certificate, intermediate))
      return refuse('certificate', 'was not issued by the intermediate certificate');
    const key = given.privateKey ? readPrivateKey(given.privateKey) : null;
    if (given.privateKey && !key) return refuse('privateKey', 'is not a private key in PEM without a passphrase');
    if (key && !certificate.checkPrivateKey(key)) return refuse('privateKey', 'does not belong to the certificate');
    return { ...facts, privateKey: given.privateKey, intermediate: intermediate.toString() };
  });

const settingsBy: Record<Provider, z.ZodType<Settings>> = {
  CAPTURE: z.strictObject({}),
  SMTP: smtp,
  TWILIO: twilio,
  SMPP: smpp,
  APPLE: apple,
};

export const connection = z
  .object({
    channel: integrationChannel.meta({ description: 'The purpose of the integration.' }),
    provider: provider.meta({
      description:
        'The provider: `SMTP` for email, `TWILIO` or `SMPP` for SMS, `APPLE` for Apple Wallet, `CAPTURE` for all.',
    }),
    settings: settings.nullish().meta({ description: 'The connection settings. `CAPTURE` needs none.' }),
    perSecond: z
      .int()
      .min(1)
      .max(10_000)
      .nullish()
      .meta({ description: 'Maximum number of messages per second, 1 to 10,000. Default: no limit.' }),
  })
  .superRefine((given, context) => {
    if (!(providersOf[given.channel] as readonly Provider[]).includes(given.provider))
      context.addIssue({ code: 'custom', path: ['provider'], message: `does not support ${given.channel}` });
    const settings = withoutAbsent(given.settings);
    const { error } = settingsBy[given.provider].safeParse(settings);
    for (const issue of error?.issues ?? []) {
      for (const violation of violationsOf(issue, given.provider, settings))
        context.addIssue({ code: 'custom', ...violation });
    }
  });

/** Returns the settings of a provider, completed with defaults. */
export function completeSettings(chosen: Provider, given: Given | null | undefined): Settings {
  return settingsBy[chosen].parse(withoutAbsent(given));
}

function withoutAbsent(given: Given | null | undefined): object {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

function violationsOf(issue: z.core.$ZodIssue, chosen: Provider, settings: object) {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: ['settings', key], message: `is not a setting of ${chosen}` }));
  const path = ['settings', ...issue.path];
  const missing = isAbsent(issue, settings);
  return [{ path, ...(missing ? { message: 'is missing', params: { missing } } : { message: issue.message }) }];
}

function isHost(text: string): boolean {
  if (isIP(text)) return true;
  const ascii = domainToASCII(text);
  return (
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(ascii) && !/^[\d.]+$/.test(text)
  );
}
