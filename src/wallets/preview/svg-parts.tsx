import type { ComponentChild } from 'preact';
import type { TaskOwner } from '../../kernel/threads/side-thread.ts';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import type { BarcodeType } from '../../sessions/barcode/barcode-symbol.ts';
import { locales, type PassLanguage } from '../../words/languages.ts';
import { colorOf } from '../pass-file/pass-art.ts';
import type { PassContent, PassField } from '../pass-file/pass-content.ts';
import { translated } from '../pass-file/pass-words.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TextOptions {
  x: number;
  y: number;
  size: number;
  fill: string;
  /** The width for the text. A longer text first shrinks, and is then cut. */
  room: number;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
}

const letterWidth = 0.56;
const smallest = 0.55;

export function line(
  text: string,
  { x, y, size, fill, room, weight = 400, anchor = 'start' }: TextOptions,
): ComponentChild {
  const letters = Array.from(printable(text));
  const fitting = Math.max(size * smallest, Math.min(size, room / (letters.length * letterWidth)));
  const max = Math.max(1, Math.floor(room / (fitting * letterWidth)));
  const isWhole = letters.length <= max;
  const shown = isWhole ? letters : [...letters.slice(0, max - 1), '…'];
  const attributes = { x, y, fill, 'font-size': rounded(fitting), 'font-weight': weight, 'text-anchor': anchor };
  return <text {...attributes}>{shown.join('')}</text>;
}

/** Removes line breaks and characters that XML does not allow. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '')
    .trim();
}

/** Places an image. `meet` shows all of it, and `slice` fills the box. */
export function picture(
  file: Buffer | string,
  type: 'image/png' | 'image/jpeg' | 'image/svg+xml',
  box: Box,
  fit: 'xMidYMid meet' | 'xMinYMid meet' | 'xMidYMid slice',
): ComponentChild {
  const href = `data:${type};base64,${Buffer.from(file).toString('base64')}`;
  return <image href={href} {...box} preserveAspectRatio={fit} />;
}

export function barcodePlate(
  svg: string,
  text: string,
  { middle, bottom }: { middle: number; bottom: number },
  isSquare: boolean,
): ComponentChild {
  const [width, height] = isSquare ? [150, 172] : [290, 110];
  const plate = { x: middle - width / 2, y: bottom - height, width, height };
  const code = { x: plate.x + 8, y: plate.y + 6, width: width - 16, height: height - 32 };
  return (
    <g>
      <rect {...plate} rx={8} fill="#ffffff" />
      {picture(svg, 'image/svg+xml', code, 'xMidYMid meet')}
      {line(text, { x: middle, y: bottom - 10, size: 11, fill: '#111827', room: width - 16, anchor: 'middle' })}
    </g>
  );
}

/** Whether white text is easier to read than black text on a color such as `#14507a`. */
export function isDark(color: string): boolean {
  const [red, green, blue] = colorOf(color);
  return red * 0.299 + green * 0.587 + blue * 0.114 < 150;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface Phone {
  language: PassLanguage;
  /** The time zone of the campaign. With it, the pass and the page of the coupon show the same time. */
  timezone: string;
}

export function shownLabel({ label }: PassField, { language }: Phone): string {
  return translated(label ?? '', language);
}

export function shownValue({ value, currencyCode, dateStyle }: PassField, { language, timezone }: Phone): string {
  const locale = locales[language];
  if (currencyCode)
    return new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode }).format(Number(value));
  if (!dateStyle) return translated(String(value), language);
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}

export interface PreviewBarcode {
  svg: string;
  text: string;
  isSquare: boolean;
}

const types: Record<string, BarcodeType> = {
  PKBarcodeFormatCode128: 'CODE128B',
  PKBarcodeFormatPDF417: 'PDF417',
  PKBarcodeFormatAztec: 'AZTEC',
  PKBarcodeFormatQR: 'QRCODE',
};

export async function previewBarcode(
  { barcodes: [barcode] }: PassContent,
  of: TaskOwner,
): Promise<PreviewBarcode | null> {
  if (!barcode) return null;
  const type = types[barcode.format] ?? 'QRCODE';
  const isSquare = type === 'QRCODE' || type === 'AZTEC';
  return { svg: await drawSvg(barcode.message, type, of), text: barcode.altText ?? barcode.message, isSquare };
}
