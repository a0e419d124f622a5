import type { OpenPlatform } from '../platform.ts';

/** Opens the platform of an integration. */
export const openPlatform: OpenPlatform = ({ provider }) => {
  throw new Error(`there is no platform ${provider}`);
};
