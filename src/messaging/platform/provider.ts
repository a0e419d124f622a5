import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { OpenPlatform } from './platform.ts';

/** The settings of an integration without secrets and certificates. */
export type ShownSettings = {
  from?: string | null;
  passType?: string;
  expiresAt?: string;
  issuerId?: string;
} & Record<string, unknown>;

/** What delivery and storage know of a platform. */
interface Provider {
  name: string;
  open: OpenPlatform;
  /** Whether the service stays connected to receive reports and replies. */
  listens: boolean;
  /** The names of the settings that may be shown. */
  shown: readonly string[];
}

export const providers = new ExtensionPoint<Provider>('providers');

/** Opens the platform of an integration. */
export const openPlatform: OpenPlatform = (integration, settings, dependencies) =>
  providerOf(integration.provider).open(integration, settings, dependencies);

/** Returns the settings without secrets and certificates. */
export function shownOf(provider: string, settings: object): ShownSettings {
  const { shown } = providerOf(provider);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => shown.includes(name)));
}

/** Returns the names of the providers that send reports and replies over connections. */
export function listeningProviders(): string[] {
  return providers.extensions.filter(({ listens }) => listens).map(({ name }) => name);
}

function providerOf(name: string): Provider {
  const provider = providers.extensions.find((one) => one.name === name);
  if (!provider) throw new Error(`there is no provider ${name}`);
  return provider;
}
