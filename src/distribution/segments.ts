/** The characters of GSM 03.38 that take one septet each, and those that take two. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const gsmExtended = new Set('\f^{}\\[~]|€');

/** How many units fit into an SMS that stands alone, and into each part of a longer one. */
const capacities = { gsm: [160, 153], ucs2: [70, 67] } as const;

/**
 * Of how many parts an SMS consists. One character beyond GSM 03.38 makes the whole text UCS-2, where a part holds less
 * than half as much. A character of two units is never split.
 */
export function segmentsOf(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((character) => gsm.has(character) || gsmExtended.has(character));
  const units = characters.map((character) => (isGsm ? (gsmExtended.has(character) ? 2 : 1) : character.length));
  const [alone, part] = capacities[isGsm ? 'gsm' : 'ucs2'];
  if (units.reduce((sum, unit) => sum + unit, 0) <= alone) return 1;
  let parts = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > part) {
      parts += 1;
      used = 0;
    }
    used += unit;
  }
  return parts;
}
