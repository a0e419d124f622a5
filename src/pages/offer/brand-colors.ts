import type { RequestHandler } from 'express';
import { contrastOf, type HexColor, inkOn, legible, mixOf } from './color-contrast.ts';

/** The colors that an account chose for a campaign, as `#rrggbb`. */
export interface BrandColors {
  background: HexColor;
  /** Null for black or white, whichever is legible. */
  text: HexColor | null;
}

const form = /^#[0-9a-f]{6}$/;

/** Returns the colors of a campaign, or null if it has no valid background. */
export function brandColors(background: string | null, text: string | null): BrandColors | null {
  const [ground, ink] = [background, text].map((color) => {
    const known = color?.toLowerCase() ?? '';
    return form.test(known) ? known : null;
  });
  return ground ? { background: ground, text: ink ?? null } : null;
}

const prefix = '/site/colors';

/** The route of the style sheets with the colors of campaigns. The policy of pages forbids styles within the page. */
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

/** The surfaces of `theme.css`. */
const surfaces = {
  light: { ground: '#f6f5f2', paper: '#ffffff', tint: 0.1 },
  dark: { ground: '#12161c', paper: '#1b212a', tint: 0.16 },
};

/**
 * Returns the colors of pages in both color schemes. The background stays as it was chosen; everything on it, and text in
 * it, is changed as far as WCAG AA requires.
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
  // A panel that nearly has the color of what is around it needs a line.
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
