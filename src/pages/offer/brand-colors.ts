import type { RequestHandler } from 'express';

/** Colors in the form `#rrggbb`. */
export interface BrandColors {
  background: HexColor;
  /** Null means black or white, whichever is legible. */
  text: HexColor | null;
}

const form = /^#[0-9a-f]{6}$/;

/** Returns the colors, or null without a valid background. */
export function brandColors(background: string | null, text: string | null): BrandColors | null {
  const [ground, ink] = [background, text].map((color) => {
    const known = color?.toLowerCase() ?? '';
    return form.test(known) ? known : null;
  });
  return ground ? { background: ground, text: ink ?? null } : null;
}

const prefix = '/site/colors';

/** The policy of pages forbids inline styles, so this route serves the colors of campaigns as a style sheet. */
export const colorsRoute = `${prefix}/:colors`;

export function colorsPath({ background, text }: BrandColors): string {
  return `${prefix}/${[background, ...(text ? [text] : [])].map((color) => color.slice(1)).join('-')}.css`;
}

export const sendColors: RequestHandler = (request, response, next) => {
  const [, background, text] = /^([0-9a-f]{6})(?:-([0-9a-f]{6}))?\.css$/.exec(String(request.params.colors)) ?? [];
  if (!background) return next();
  response
    .set({ 'Cache-Control': 'public, max-age=86400' })
    .type('css')
    .send(colorSheet({ background: `#${background}`, text: text ? `#${text}` : null }));
};

/** The surfaces that `theme.css` defines. */
const surfaces = {
  light: { ground: '#f6f5f2', paper: '#ffffff', tint: 0.1 },
  dark: { ground: '#12161c', paper: '#1b212a', tint: 0.16 },
};

/**
 * Returns a style sheet. The background stays as chosen. Text on the background, and text in its color, changes if WCAG
 * AA requires it.
 */
export function colorSheet(colors: BrandColors): string {
  const [light, dark] = (['light', 'dark'] as const).map((scheme) => {
    const values = Object.entries(schemeColors(colors, scheme)).map(([name, value]) => `--${name}:${value}`);
    return `:root{${values.join(';')}}`;
  });
  return `${light}@media screen and (prefers-color-scheme:dark){${dark}}`;
}

export function schemeColors({ background, text }: BrandColors, scheme: keyof typeof surfaces) {
  const { ground, paper, tint } = surfaces[scheme];
  const wash = mixOf(paper, background, tint);
  const accent = legible(background, [paper, ground, wash]);
  // Without an outline, a panel would disappear if its color is close to that of its surroundings.
  const isLost = [paper, ground].some((each) => contrastOf(each, background) < 1.25);
  return {
    brand: background,
    'brand-ink': inkOn(background, text),
    'brand-line': isLost ? mixOf(background, inkOn(background), 0.25) : background,
    accent,
    'accent-ink': inkOn(accent),
    wash,
  };
}

/** A color in the form `#rrggbb`. */
type HexColor = string;

/** The contrast that WCAG 2.2 AA requires of text. */
export const textContrast = 4.5;

const [black, white] = ['#000000', '#ffffff'];

/** Returns the contrast of two colors, from 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(one: HexColor, other: HexColor): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the wanted color if text in it is legible on the background, and otherwise black or white. */
export function inkOn(background: HexColor, wanted: HexColor | null = null): HexColor {
  if (wanted && contrastOf(wanted, background) >= textContrast) return wanted;
  return contrastOf(white, background) >= contrastOf(black, background) ? white : black;
}

/** Makes the color darker or lighter until text in it is legible on all backgrounds. */
function legible(color: HexColor, backgrounds: readonly HexColor[]): HexColor {
  const isLegible = (ink: HexColor) => backgrounds.every((each) => contrastOf(ink, each) >= textContrast);
  const end = inkOn(backgrounds[0] ?? white);
  const shares = Array.from({ length: 20 }, (_, step) => step / 20);
  return shares.map((share) => mixOf(color, end, share)).find(isLegible) ?? end;
}

/** Mixes two colors. `share` is the part of the second one, from 0 to 1. */
function mixOf(one: HexColor, other: HexColor, share: number): HexColor {
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
