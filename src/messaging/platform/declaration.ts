import type { z } from 'zod';
import type { Words } from '../../words/languages.ts';
import type { IntegrationChannel } from './channel.ts';
import type { OpenPlatform, PlatformDependencies, ShownSettings } from './platform.ts';

/** The dictionaries have the labels of settings, by name. */
type SettingWord = keyof Words['platforms']['settings'];

/** A setting of a platform. Platforms share the settings of one name: a setting has one type and one field in the API. */
export interface Setting {
  /** The field in `IntegrationSettingsInput`. The schema of the platform checks the rest. */
  input: z.ZodType;
  /** The subject, for settings that mean the same on all platforms. */
  heading?: string;
  description: string;
  /** The default, if it is a value. */
  preset?: string;
  /** A sentence that follows the descriptions of all platforms. */
  note?: string;
  /** It is never returned. */
  secret?: true;
  /** Its description in `IntegrationSettings`. Without it, the setting is not returned. */
  shown?: string;
  /** Its label in the dictionaries. Default: that of its name. */
  word?: SettingWord;
  /** How the console asks for it, apart from what `input` says. */
  form?: { required?: true; placeholder?: string; kind?: 'url'; accept?: string };
}

/** What the console shows of a connection although nobody entered it, such as the expiry of a certificate. */
interface Computed {
  description: string;
  isTime?: true;
  /** Its name in the stored settings. Default: its own. */
  storedAs?: string;
}

/** A platform: all that the API, the console and the worker know of it. `platform-list.inputs.ts` lists them. */
export interface Platform<Name extends string = string> {
  /** What it is called in all languages. Only the outbox has a translated name. */
  name?: string;
  channels: readonly IntegrationChannel[];
  /** What the API says about the provider. */
  description: string;
  settings: Readonly<Record<string, Setting>>;
  computed?: Readonly<Record<string, Computed>>;
  /** Checks and completes the settings. */
  schema: z.ZodType<object>;
  open: OpenPlatform;
  /** Whether the service stays connected to receive reports and replies. */
  listens?: true;
  /** What the platform calls, if it reports by HTTP. */
  hooks?: PlatformHooks;
  /** The result of a test that succeeded. Default: that it connected and signed in. */
  works?: (shown: ShownSettings) => string;
  /** What the console shows of a connection, and the part by which a list names it. */
  facts: readonly Name[];
  summary: readonly Name[];
}

/** Declares a platform. The compiler misses the label of a setting in any language. */
export function platform<Name extends string, Shown extends SettingWord = never>(
  declaration: Platform<NoInfer<Name | Shown>> & {
    settings: { readonly [Own in Name]: Own extends SettingWord ? Setting : Setting & { word: SettingWord } };
    computed?: Readonly<Record<Shown, Computed>>;
  },
): Platform {
  return declaration as Platform;
}

export interface HookRequest {
  /** The public address that was called. */
  url: string;
  /** The form that was sent. */
  body: string;
  header(name: string): string | undefined;
}

/** What became of a message. `platformId` is the id in its `SENT` verdict. */
export interface StatusReport {
  platformId: string;
  state: 'DELIVERED' | 'FAILED';
  reason: string | null;
}

interface Reply {
  from: string;
  text: string;
}

export interface PlatformHooks {
  /** Returns whether the platform of these settings sent the request. */
  isGenuine(settings: unknown, request: HookRequest): boolean;
  /** Returns null if the report changes nothing. */
  status(request: HookRequest): StatusReport | null;
  inbound(request: HookRequest): Reply | null;
  /** The response to a request that was accepted. */
  answer: { type: string; body: string };
}

/** Opens a wallet as a platform. It carries passes and no messages, so it can only be checked. */
export function openWallet(
  check: (settings: unknown, dependencies: PlatformDependencies) => Promise<string | null>,
): OpenPlatform {
  return (_, settings, dependencies) => ({
    parallel: 1,
    send: async () => ({ outcome: 'REFUSED', reason: 'A wallet carries no messages.' }),
    check: () => check(settings, dependencies),
    close: async () => {},
  });
}
