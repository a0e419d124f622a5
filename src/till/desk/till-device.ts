import type { Device, Kept } from './till-shapes.ts';

/** Returns whether the device can redeem. Such a device becomes another till only after somebody has agreed. */
export function isUsable(device: Device | null): device is Device {
  return device !== null && !device.isRevoked;
}

/**
 * Returns what was taken with the till of the device. Only that may be sent or shown: the till may have been another one,
 * perhaps of another account. A till that is paired again keeps its id.
 */
export function keptBy({ id }: Pick<Device, 'id'>, kept: readonly Kept[]): Kept[] {
  return kept.filter(({ tillId }) => tillId === id);
}

/** Returns the token of a pairing link, or null. */
export function pairingToken(text: string): string | null {
  return /#pair=(\S+)$/.exec(text.trim())?.[1] ?? null;
}
