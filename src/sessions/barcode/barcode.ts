import { createHash } from 'node:crypto';
import { invalidInput } from '../../kernel/problem.ts';
import { inThread, type TaskOwner } from '../../kernel/threads/side-thread.ts';
import type { CouponSession } from '../session/session.ts';
import type { BarcodeImages } from './barcode-drawing.ts';
import type { BarcodeType } from './barcode-symbol.ts';

export interface Barcode {
  session: string;
  type: BarcodeType;
  text: string;
  png: Buffer;
  svg: string;
}

export function barcodeText({ customValidationCode, session }: BarcodeOwner): string {
  return customValidationCode ?? session;
}

type BarcodeOwner = Pick<CouponSession, 'session' | 'customValidationCode'>;

export async function barcodeOf(session: BarcodeOwner, type: BarcodeType, of: TaskOwner): Promise<Barcode> {
  const text = barcodeText(session);
  const { png, svg } = await imagesOf(text, type, of);
  return { session: session.session, type, text, png: Buffer.from(png), svg };
}

export async function drawSvg(text: string, type: BarcodeType, of: TaskOwner): Promise<string> {
  return (await imagesOf(text, type, of)).svg;
}

const drawing = new URL('barcode-drawing.ts', import.meta.url);

async function imagesOf(text: string, type: BarcodeType, of: TaskOwner): Promise<BarcodeImages> {
  const images = await inThread<BarcodeImages | null>(drawing, { text, type }, of);
  if (!images) throw invalidInput('type', 'cannot encode the text of the barcode. Use QRCODE');
  return images;
}

export function etagOf({ type, text }: Pick<Barcode, 'type' | 'text'>): string {
  return `"${createHash('sha256').update(`${type} ${text}`).digest('base64url').slice(0, 22)}"`;
}
