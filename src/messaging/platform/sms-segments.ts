/** The characters of GSM 03.38 that take one septet, and those that take two. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const gsmExtended = new Set('\f^{}\\[~]|€');

/** How many units a single SMS holds, and how many each part of a longer one holds. */
const capacities = { gsm: [160, 153], ucs2: [70, 67] } as const;

export interface SmsParts {
  encoding: keyof typeof capacities;
  parts: string[];
}

/** Splits a text into parts. One character outside GSM 03.38 makes the whole text UCS-2. No character is ever split. */
export function partsOf(text: string): SmsParts {
  const characters = [...text];
  const isGsm = characters.every((character) => gsm.has(character) || gsmExtended.has(character));
  const unitsOf = (character: string) => (isGsm ? (gsmExtended.has(character) ? 2 : 1) : character.length);
  const encoding = isGsm ? 'gsm' : 'ucs2';
  const [alone, max] = capacities[encoding];
  if (characters.reduce((sum, character) => sum + unitsOf(character), 0) <= alone) return { encoding, parts: [text] };
  const parts = [''];
  let used = 0;
  for (const character of characters) {
    const units = unitsOf(character);
    if (used + units > max) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += units;
  }
  return { encoding, parts };
}

export function segmentsOf(text: string): number {
  return partsOf(text).parts.length;
}
