/** A color as `#rrggbb`. */
export type HexColor = string;

/** The contrast that WCAG 2.2 AA requires of text. */
export const textContrast = 4.5;

const [black, white] = ['#000000', '#ffffff'];

/** Returns the contrast of two colors as WCAG 2.2 defines it: 1 to 21. */
export function contrastOf(one: HexColor, other: HexColor): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the wanted color if text in it is legible on the background, otherwise black or white. */
export function inkOn(background: HexColor, wanted: HexColor | null = null): HexColor {
  if (wanted && contrastOf(wanted, background) >= textContrast) return wanted;
  return contrastOf(white, background) >= contrastOf(black, background) ? white : black;
}

/** Returns the color, as much darker or lighter as text in it needs to be legible on each of the backgrounds. */
export function legible(color: HexColor, backgrounds: readonly HexColor[]): HexColor {
  const isLegible = (ink: HexColor) => backgrounds.every((each) => contrastOf(ink, each) >= textContrast);
  const end = inkOn(backgrounds[0] ?? white);
  const shares = Array.from({ length: 20 }, (_, step) => step / 20);
  return shares.map((share) => mixOf(color, end, share)).find(isLegible) ?? end;
}

/** Returns a color between two others. `share` is the part of the second one, 0 to 1. */
export function mixOf(one: HexColor, other: HexColor, share: number): HexColor {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf(color: HexColor): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: HexColor): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
