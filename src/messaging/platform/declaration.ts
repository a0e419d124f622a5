import type { z } from 'zod';
import type { Words } from '../../words/languages.ts';
import type { IntegrationChannel } from './channel.ts';
import type { OpenPlatform, PlatformDependencies, ShownSettings } from './platform.ts';

/** The name of a setting's label in the dictionaries. */
type SettingWord = keyof Words['platforms']['settings'];

/**
 * A setting of a platform. If several platforms have a setting with the same name, it has the same type and the same
 * field in the API.
 */
export interface Setting {
  /** Describes the value by itself. The schema of the platform checks the rest. */
  input: z.ZodType;
  /** The subject of the description, for a setting that means the same on all platforms. */
  heading?: string;
  description: string;
  preset?: string;
  /** A note after the descriptions of all platforms. */
  note?: string;
  /** Whether the setting is a secret. Secrets are never returned. */
  secret?: true;
  /** The description in `IntegrationSettings`. Without it, the setting is not returned. */
  shown?: string;
  /** The name of the label in the dictionaries. Default: the name of the setting. */
  word?: SettingWord;
  /** How the console asks for the setting, beyond what `input` says. */
  form?: { required?: true; placeholder?: string; kind?: 'url'; accept?: string };
}

interface Computed {
  description: string;
  isTime?: true;
  /** The name under which the setting is stored. Default: its own name. */
  storedAs?: string;
}

/**
 * A platform: everything that the API, the console and the worker know about it. `platform-list.inputs.ts` lists them.
 */
export interface Platform<Name extends string = string> {
  /** The name in all languages. Only that of the outbox is translated. */
  name?: string;
  channels: readonly IntegrationChannel[];
  description: string;
  settings: Readonly<Record<string, Setting>>;
  computed?: Readonly<Record<string, Computed>>;
  schema: z.ZodType<object>;
  open: OpenPlatform;
  /** Whether the platform stays connected to receive reports and replies. */
  listens?: true;
  /** The hooks of a platform that reports over HTTP. */
  hooks?: PlatformHooks;
  /** What a successful check says. Default: that the service connected and signed in. */
  works?: (shown: ShownSettings) => string;
  /** The facts that the console shows about a connection, and those that it shows in a list. */
  facts: readonly Name[];
  summary: readonly Name[];
}

/** Declares a platform. The compiler reports a setting that lacks a label in a language. */
export function platform<Name extends string, Shown extends SettingWord = never>(
  declaration: Platform<NoInfer<Name | Shown>> & {
    settings: { readonly [Own in Name]: Own extends SettingWord ? Setting : Setting & { word: SettingWord } };
    computed?: Readonly<Record<Shown, Computed>>;
  },
): Platform {
  return declaration as Platform;
}

export interface HookRequest {
  url: string;
  body: string;
  header(name: string): string | undefined;
}

/** `platformId` is the id in the verdict `SENT`. */
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
  isGenuine(settings: unknown, request: HookRequest): boolean;
  /** Returns the report, or null if it changes nothing. */
  status(request: HookRequest): StatusReport | null;
  inbound(request: HookRequest): Reply | null;
  answer: { type: string; body: string };
}

/** Opens a wallet. It carries no messages, so it can only be checked. */
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
