/** What reaches an SMTP server. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** From the first byte, after STARTTLS, or not at all. */
  security: 'TLS' | 'STARTTLS' | 'NONE';
  username: string | null;
  password: string | null;
  /** The default sender: an address, with or without a name. */
  from: string | null;
}

/** What reaches Twilio, or a gateway with the same interface. */
export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  from: string | null;
  messagingServiceSid: string | null;
}

/** What reaches an SMPP server. */
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

/** Captured messages are kept by ourselves. */
type CaptureSettings = Record<string, never>;

/** All that a provider needs. */
export type Settings = SmtpSettings | TwilioSettings | SmppSettings | CaptureSettings;

/** What of the settings may be seen. */
export type ShownSettings = Partial<
  Omit<SmtpSettings, 'password'> & Omit<TwilioSettings, 'authToken'> & Omit<SmppSettings, 'password'>
>;

const hidden = new Set(['password', 'authToken']);

/** The settings without what gives access. */
export function shownOf(settings: Settings): ShownSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !hidden.has(name)));
}
