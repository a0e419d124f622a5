import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

export const security = z.enum(['TLS', 'STARTTLS', 'NONE']).meta({
  id: 'SmtpSecurity',
  description: 'How connections to an SMTP server are encrypted.',
  values: {
    TLS: 'TLS from the first byte, usually on port 465.',
    STARTTLS: 'STARTTLS before signing in, usually on port 587. If the server does not offer it, nothing is sent.',
    NONE: 'No encryption. Signing in is not possible.',
  },
});

export const plain = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not contain control characters');

export const host = plain(253).refine(isHost, 'is not a host name or IP address');
export const port = z.int().min(1).max(65_535);

/** A certificate, a key or the file of a service account. */
export const document = z.string().min(1).max(10_000);

/** The settings of all providers. The schema of each provider checks which of them it accepts. */
export const settings = z
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
    password: plain(255)
      .nullish()
      .meta({ secret: true, description: 'SMTP and SMPP: the password. It is never returned.' }),
    from: plain(320).nullish().meta({
      description:
        'The sender of messages. SMTP: an email address, with or without a name, such as `Bakery <mail@bakery.example>`; default `no-reply@` followed by the domain of the account. TWILIO and SMPP: a phone number in E.164, a short code, or a name of up to 11 letters and digits.',
    }),
    accountSid: plain(64).nullish().meta({ description: 'TWILIO: the account SID, `AC…`.' }),
    authToken: plain(255)
      .nullish()
      .meta({ secret: true, description: 'TWILIO: the auth token of the account. It is never returned.' }),
    messagingServiceSid: plain(64).nullish().meta({
      description:
        'TWILIO: the SID of the messaging service that chooses the sender, `MG…`. Give either this or `from`.',
    }),
    baseUrl: plain(500).nullish().meta({
      description:
        'TWILIO and GOOGLE: the base address of the API, for compatible gateways. Default: `https://api.twilio.com`, `https://walletobjects.googleapis.com`.',
    }),
    systemId: plain(64).nullish().meta({ description: 'SMPP: the system id.' }),
    systemType: plain(12).nullish().meta({ description: 'SMPP: the system type, if the message centre requires one.' }),
    tls: z.boolean().nullish().meta({ description: 'SMPP: whether connections use TLS. Default: false.' }),
    certificate: document.nullish().meta({
      description:
        'APPLE: the certificate of the pass type id, in PEM, or the base64 of the file `.cer` that Apple offers to download.',
    }),
    privateKey: document.nullish().meta({
      secret: true,
      description:
        'APPLE: the private key of the certificate, in PEM without a passphrase. Not needed if the certificate answers `createCertificateRequest`. It is never returned.',
    }),
    intermediate: document.nullish().meta({
      description:
        'APPLE: the certificate of Apple that issued the certificate, in PEM or base64. Default: `Worldwide Developer Relations G4`.',
    }),
    serviceAccount: document.nullish().meta({
      secret: true,
      description:
        'GOOGLE: the JSON file with the key of the service account that may use the issuer. It is never returned.',
    }),
    issuerId: plain(20).nullish().meta({
      description: 'GOOGLE: the id of the issuer in the Google Wallet console, such as `3388000000012345678`.',
    }),
  })
  .meta({
    id: 'IntegrationSettingsInput',
    description: 'The connection settings of a provider. Each provider uses some of the fields.',
  });

/** Returns the schema of the base address of an API. */
export function baseUrl(usual: string) {
  return z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .default(usual);
}

function isHost(text: string): boolean {
  if (isIP(text)) return true;
  const ascii = domainToASCII(text);
  return (
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(ascii) && !/^[\d.]+$/.test(text)
  );
}
