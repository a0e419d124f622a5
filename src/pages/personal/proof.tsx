import type { Coupon } from '../../coupons/coupon/coupon.ts';

interface Proof {
  /** The address of the barcode, and its text for screen readers. */
  src: string;
  alt: string;
  type: Coupon['barcode'];
  /** The content of the barcode. */
  content: string;
  /** The text that people read and type. */
  code: string;
  label: string;
}

/** Shows what a till scans and, below it, the code, for a till that cannot scan. */
export function proofOf({ src, alt, type, content, code, label }: Proof) {
  const shape = type === null || type === 'QRCODE' || type === 'AZTEC' ? 'square' : 'wide';
  const modules = modulesOf(type, content);
  const isTurned = shape === 'wide' && modules > maxAcross;
  // Scanners can read the dense bars of Code 39 only if each is a whole number of pixels wide.
  const isExact = isTurned && type === 'CODE39' && modules <= maxUpright;
  return (
    <div class="proof">
      <div class={`plate ${isTurned ? 'turned' : shape}`}>
        <img
          class="barcode"
          src={src}
          alt={alt}
          {...(shape === 'square' && { width: 288, height: 288 })}
          {...(isExact && { width: modules })}
        />
      </div>
      <p class={code.length > maxLarge ? 'code long' : 'code'}>
        <span class="unseen">{`${label}: `}</span>
        {groupsOf(code).map((group) => (
          <span class="group">{group}</span>
        ))}
      </p>
    </div>
  );
}

/**
 * The maximum length of a code in large print. A longer one is smaller, so that it fits on one line of a narrow phone.
 */
const maxLarge = 14;

/**
 * The maximum width of a barcode that lies across a narrow phone, in widths of its narrowest bar. Thinner bars cannot
 * be scanned from a screen.
 */
const maxAcross = 180;

/** The height of the plate of an upright barcode, in pixels. */
const maxUpright = 608;

/**
 * Returns the width of the barcode in widths of its narrowest bar: exact for Code 39, a maximum for Code 128, and 0 for
 * the other symbologies, which are never turned.
 */
function modulesOf(type: Coupon['barcode'], content: string): number {
  if (type === 'CODE128B') return 11 * (inPairs(content).length + 3) + 2;
  if (type !== 'CODE39') return 0;
  // In full ASCII, Code 39 writes most characters as two.
  const symbols = [...content].reduce((sum, character) => sum + (/[0-9A-Z\-. ]/.test(character) ? 1 : 2), 0);
  // Includes the start, the stop and the quiet zones.
  return 13 * (symbols + 2) + 19;
}

/** Within a sequence of digits, Code 128 writes two of them as one symbol. */
function inPairs(content: string): string {
  return content.replace(/\d{4,}/g, (digits) => digits.slice(0, Math.ceil(digits.length / 2) + 1));
}

/** Splits a code of letters and digits into groups, for reading aloud. Other codes have separators of their own. */
export function groupsOf(code: string): string[] {
  if (!/^[0-9a-z_]{6,}$/i.test(code)) return [code];
  const size = code.length <= 6 || (code.length % 3 === 0 && code.length % 4 !== 0) ? 3 : 4;
  return code.match(new RegExp(`.{1,${size}}`, 'g')) ?? [code];
}
