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

/** Capturing needs no settings. */
type CaptureSettings = Record<string, never>;

/** The settings of a provider. */
export type Settings = SmtpSettings | TwilioSettings | SmppSettings | CaptureSettings;

/** The settings without secrets. */
export type ShownSettings = Partial<
  Omit<SmtpSettings, 'password'> & Omit<TwilioSettings, 'authToken'> & Omit<SmppSettings, 'password'>
>;

const hidden = new Set(['password', 'authToken']);

/** Returns the settings without secrets. */
export function shownOf(settings: Settings): ShownSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !hidden.has(name)));
}
