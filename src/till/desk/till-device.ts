import type { Device, KeptRedemption } from './till-shapes.ts';

/** Whether the device can redeem. Such a device becomes another till only after a confirmation. */
export function isUsable(device: Device | null): device is Device {
  return device !== null && !device.isRevoked;
}

/**
 * Returns the redemptions of a till. The device may have been another till before, perhaps of another account. A till
 * that is paired again keeps its id.
 */
export function keptBy({ id }: Pick<Device, 'id'>, kept: readonly KeptRedemption[]): KeptRedemption[] {
  return kept.filter(({ tillId }) => tillId === id);
}

export function pairingToken(text: string): string | null {
  return /#pair=(\S+)$/.exec(text.trim())?.[1] ?? null;
}
