import type { ComponentChild } from 'preact';
import { passWords } from '../../words/languages.ts';
import type { PassContent } from '../pass-file/pass-content.ts';
import {
  type Box,
  barcodePlate,
  isDark,
  line,
  type Phone,
  type PreviewBarcode,
  picture,
  shownLabel,
  shownValue,
} from './svg-parts.tsx';

export interface GooglePictures {
  logo: Buffer | null;
  hero: Buffer | null;
}

const [margin, radius] = [20, 24];
const heroRatio = 336 / 1032;

export function googleDrawing(
  content: PassContent,
  { logo, hero }: GooglePictures,
  barcode: PreviewBarcode | null,
  { card, phone }: { card: Box; phone: Phone },
): ComponentChild {
  const { x, y, width, height } = card;
  const ink = isDark(content.background) ? '#ffffff' : '#1f1f1f';
  const heroHeight = hero ? Math.round(width * heroRatio) : 0;
  const bottom = y + height - heroHeight;
  return (
    <g>
      <clipPath id="google">
        <rect {...card} rx={radius} />
      </clipPath>
      <g clip-path="url(#google)">
        <rect {...card} fill={content.background} />
        {header(content, logo, ink, card)}
        {line(content.description, { x: x + margin, y: y + 104, size: 24, fill: ink, room: width - 2 * margin })}
        {facts(content, ink, phone, card)}
        {barcode &&
          barcodePlate(barcode.svg, barcode.text, { middle: x + width / 2, bottom: bottom - 20 }, barcode.isSquare)}
        {hero && picture(hero, 'image/jpeg', { x, y: bottom, width, height: heroHeight }, 'xMidYMid slice')}
      </g>
    </g>
  );
}

function header({ organization }: PassContent, logo: Buffer | null, ink: string, { x, y, width }: Box): ComponentChild {
  const [middle, size] = [{ x: x + margin + 18, y: y + 38 }, 36];
  const box = { x: middle.x - size / 2, y: middle.y - size / 2, width: size, height: size };
  const initial = Array.from(organization)[0] ?? '';
  return (
    <g>
      <clipPath id="logo">
        <circle cx={middle.x} cy={middle.y} r={size / 2} />
      </clipPath>
      <circle cx={middle.x} cy={middle.y} r={size / 2} fill="#ffffff" />
      {logo ? (
        <g clip-path="url(#logo)">{picture(logo, 'image/jpeg', box, 'xMidYMid slice')}</g>
      ) : (
        line(initial, { x: middle.x, y: middle.y + 6, size: 18, fill: '#1f1f1f', room: size, anchor: 'middle' })
      )}
      {line(organization, { x: x + 68, y: y + 43, size: 15, fill: ink, room: width - 68 - margin })}
      <rect x={x} y={y + 68} width={width} height={1} fill={ink} opacity={0.2} />
    </g>
  );
}

function facts({ style, fields }: PassContent, ink: string, phone: Phone, { x, y, width }: Box): ComponentChild {
  const ofCoupon = [...(fields.primaryFields ?? []), ...(fields.secondaryFields ?? [])].filter(({ label }) => label);
  const shown = style === 'coupon' ? ofCoupon : [...(fields.headerFields ?? []), ...(fields.auxiliaryFields ?? [])];
  const worth = shown.filter(({ key }) => key !== 'state').slice(0, 2);
  return worth.map((field, index) => {
    const isLast = index > 0;
    const place = {
      x: isLast ? x + width - margin : x + margin,
      room: width / 2 - margin - 8,
      anchor: isLast ? ('end' as const) : ('start' as const),
    };
    const label = field.key === 'offer' ? passWords[phone.language].value : shownLabel(field, phone);
    return (
      <g key={field.key}>
        {line(label, { ...place, y: y + 138, size: 12, fill: ink })}
        {line(shownValue(field, phone), { ...place, y: y + 160, size: 17, fill: ink })}
      </g>
    );
  });
}
