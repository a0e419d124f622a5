import type { PassCertificate } from './apple/apple-certificate.ts';
import type { ServiceAccount } from './google/service-account.ts';

/** The settings of an SMTP server. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** `TLS` encrypts from the first byte, `STARTTLS` after that command. */
  security: 'TLS' | 'STARTTLS' | 'NONE';
  username: string | null;
  password: string | null;
  /** The default sender: an address, with or without a name. */
  from: string | null;
}

/** The settings of Twilio, or of a gateway with the same interface. */
export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string | null;
  messagingServiceSid: string | null;
}

/** The settings of an SMPP server. */
export interface SmppSettings {
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  password: string;
  systemType: string;
  /** The source address. */
  from: string | null;
}

/** The certificate of a pass type id, with which passes are signed and phones are told of changes. */
export interface AppleSettings extends PassCertificate {
  /** In PEM. */
  privateKey: string;
  /** The certificate of Apple that issued it, in PEM. */
  intermediate: string;
}

/** The service account that may use Google's Wallet API for an issuer. */
export interface GoogleSettings extends ServiceAccount {
  /** The number of the issuer in Google's Wallet console. */
  issuerId: string;
  /** The address of the API, without a path. */
  baseUrl: string;
}

/** Capturing needs no settings. */
type CaptureSettings = Record<string, never>;

/** The settings of a provider. */
export type Settings = SmtpSettings | TwilioSettings | SmppSettings | AppleSettings | GoogleSettings | CaptureSettings;

/** The settings without secrets and certificates. */
export type ShownSettings = Partial<
  Omit<SmtpSettings, 'password'> &
    Omit<TwilioSettings, 'authToken'> &
    Omit<SmppSettings, 'password'> &
    Omit<AppleSettings, 'certificate' | 'privateKey' | 'intermediate'> &
    Omit<GoogleSettings, 'privateKey' | 'keyId' | 'tokenUri'>
>;

const hidden = new Set(['password', 'authToken', 'certificate', 'privateKey', 'intermediate', 'keyId', 'tokenUri']);

/** Returns the settings without secrets and certificates. */
export function shownOf(settings: Settings): ShownSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !hidden.has(name)));
}
