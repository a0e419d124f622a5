import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandColors,
  colorSheet,
  colorsPath,
  contrastOf,
  inkOn,
  schemeColors,
  textContrast,
} from '../../../src/pages/offer/brand-colors.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const surfaces = { light: ['#f6f5f2', '#ffffff'], dark: ['#12161c', '#1b212a'] };

test('the contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

describe.each(['light', 'dark'] as const)('in the %s color scheme', (scheme) => {
  test('text is legible in whatever colors an account chose', () => {
    fc.assert(
      fc.property(anyColor, fc.option(anyColor), (background, text) => {
        const colors = schemeColors({ background, text }, scheme);
        expect(colors.brand).toBe(background);
        expect(contrastOf(colors['brand-ink'], background)).toBeGreaterThanOrEqual(textContrast);
        expect(contrastOf(colors['accent-ink'], colors.accent)).toBeGreaterThanOrEqual(textContrast);
        for (const surface of [...surfaces[scheme], colors.wash])
          expect(contrastOf(colors.accent, surface)).toBeGreaterThanOrEqual(textContrast);
      }),
      { numRuns: 2000 },
    );
  });

  test('a panel in the color of its surroundings has a line', () => {
    for (const background of surfaces[scheme]) {
      const colors = schemeColors({ background, text: null }, scheme);
      expect(contrastOf(colors['brand-line'], background)).toBeGreaterThan(1.4);
    }
  });
});

test('a chosen text color stays if it is legible', () => {
  expect(inkOn('#4b2e1e', '#ffe9c9')).toBe('#ffe9c9');
  expect(inkOn('#4b2e1e', '#5b3e2e')).toBe('#ffffff');
  expect(inkOn('#ffd400')).toBe('#000000');
});

test('only colors become part of a style sheet', () => {
  expect(brandColors('#ABCDEF', '#fff')).toEqual({ background: '#abcdef', text: null });
  for (const wrong of [null, '', 'red', '#12345', '#1234567', '#12345g', '#000000;}body{}']) {
    expect(brandColors(wrong, '#000000')).toBeNull();
  }
});

test('the style sheet has an address of its own for each choice', () => {
  expect(colorsPath({ background: '#4b2e1e', text: null })).toBe('/site/colors/4b2e1e.css');
  expect(colorsPath({ background: '#4b2e1e', text: '#ffffff' })).toBe('/site/colors/4b2e1e-ffffff.css');
  expect(colorSheet({ background: '#4b2e1e', text: null })).toMatch(
    /^:root\{--brand:#4b2e1e;[^}]+\}@media screen and \(prefers-color-scheme:dark\)\{:root\{[^}]+\}\}$/,
  );
});
