import { createHash } from 'node:crypto';
import type { barcodeTypes } from '../../coupons/coupon/coupon.ts';
import { turnToContinue } from '../../kernel/values/event-loop.ts';
import type { CouponSession } from '../session/session.ts';

export type BarcodeType = (typeof barcodeTypes)[number];

export interface Barcode {
  session: string;
  type: BarcodeType;
  /** The text that a scanner reads. */
  text: string;
  png: Buffer;
  svg: string;
}

/** `CODE39` uses Full ASCII Code 39 because session codes contain lower-case letters. */
const symbologies: Record<BarcodeType, string> = {
  CODE39: 'code39ext',
  CODE128B: 'code128',
  PDF417: 'pdf417',
  AZTEC: 'azteccode',
  QRCODE: 'qrcode',
};

/**
 * Returns the barcode of a session. It encodes the validation code if there is one, for tills that know only validation
 * codes, otherwise the session code.
 */
export async function barcodeOf(session: CouponSession, type: BarcodeType): Promise<Barcode> {
  const text = session.customValidationCode ?? session.session;
  // Drawing takes milliseconds, and a document may ask for many barcodes.
  const turn = turnToContinue();
  if (turn) await turn;
  const { toBuffer } = await import('bwip-js/node');
  return {
    session: session.session,
    type,
    text,
    png: await toBuffer(drawing(text, type)),
    svg: await drawSvg(text, type),
  };
}

/** The first barcode loads the library, which has a megabyte of code. */
export async function drawSvg(text: string, type: BarcodeType): Promise<string> {
  const { toSVG } = await import('bwip-js/node');
  return toSVG(drawing(text, type));
}

function drawing(text: string, type: BarcodeType) {
  return {
    bcid: symbologies[type],
    text,
    scale: 3,
    paddingwidth: 10,
    paddingheight: 10,
    backgroundcolor: 'FFFFFF',
  };
}

/** Returns an ETag that is equal for equal images. */
export function etagOf({ type, text }: Pick<Barcode, 'type' | 'text'>): string {
  return `"${createHash('sha256').update(`${type} ${text}`).digest('base64url').slice(0, 22)}"`;
}
