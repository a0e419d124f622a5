import { createHash } from 'node:crypto';
import bwip from 'bwip-js/node';
import type { barcodeTypes } from '../../coupons/coupon/coupon.ts';
import type { CouponSession } from '../session/session.ts';

export type BarcodeType = (typeof barcodeTypes)[number];

export interface Barcode {
  session: string;
  type: BarcodeType;
  /** What a scanner reads. */
  text: string;
  png: Buffer;
  svg: string;
}

/** Full ASCII Code 39, because session codes have lower-case letters. */
const symbologies: Record<BarcodeType, string> = {
  CODE39: 'code39ext',
  CODE128B: 'code128',
  PDF417: 'pdf417',
  AZTEC: 'azteccode',
  QRCODE: 'qrcode',
};

/** The barcode of a session: its validation code if it has one, for tills that know those, else its session code. */
export async function barcodeOf(session: CouponSession, type: BarcodeType): Promise<Barcode> {
  const text = session.customValidationCode ?? session.session;
  return {
    session: session.session,
    type,
    text,
    png: await bwip.toBuffer(drawing(text, type)),
    svg: drawSvg(text, type),
  };
}

export function drawSvg(text: string, type: BarcodeType): string {
  return bwip.toSVG(drawing(text, type));
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

/** The same as long as the picture is the same. */
export function etagOf({ type, text }: Pick<Barcode, 'type' | 'text'>): string {
  return `"${createHash('sha256').update(`${type} ${text}`).digest('base64url').slice(0, 22)}"`;
}
