import type { z } from 'zod';
import type { Words } from '../../words/languages.ts';
import type { IntegrationChannel } from './channel.ts';
import type { OpenPlatform } from './platform.ts';
import type { PlatformHooks } from './platform-hooks.ts';
import type { ShownSettings } from './provider.ts';

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
export interface Computed {
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
