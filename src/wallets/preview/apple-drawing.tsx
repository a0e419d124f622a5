import type { ComponentChild } from 'preact';
import type { PassContent, PassField } from '../pass-file/pass-content.ts';
import {
  type Box,
  barcodePlate,
  line,
  type Phone,
  type PreviewBarcode,
  picture,
  shownLabel,
  shownValue,
} from './svg-parts.tsx';

const [margin, headerHeight] = [16, 60];
const plainStrip = { width: 375, height: 144 };
const [tooth, radius] = [10, 12];

/** Draws a coupon with a torn upper edge, or a store card. */
export function appleDrawing(
  content: PassContent,
  strip: Buffer | null,
  barcode: PreviewBarcode | null,
  { card, phone }: { card: Box; phone: Phone },
): ComponentChild {
  const { style, background, fields } = content;
  const { x, y, width, height } = card;
  const [primary] = fields.primaryFields ?? [];
  const form = strip ? sizeOf(strip) : plainStrip;
  const stripHeight = strip || primary ? Math.round((width * form.height) / form.width) : 0;
  const rows = [...(fields.secondaryFields ?? []), ...(fields.auxiliaryFields ?? [])].slice(0, 4);
  const outline = style === 'coupon' ? tornOutline(card) : <rect {...card} rx={radius} />;
  return (
    <g>
      <clipPath id="apple">{outline}</clipPath>
      <g clip-path="url(#apple)">
        <rect {...card} fill={background} />
        {header(content, phone, card)}
        {strip && picture(strip, 'image/png', { x, y: y + headerHeight, width, height: stripHeight }, 'xMidYMid slice')}
        {primary && primaryField(primary, content, phone, { x, y: y + headerHeight, width, height: stripHeight })}
        {fieldRow(rows, content, phone, { x, y: y + headerHeight + stripHeight, width, height: 56 })}
        {barcode &&
          barcodePlate(barcode.svg, barcode.text, { middle: x + width / 2, bottom: y + height - 24 }, barcode.isSquare)}
      </g>
    </g>
  );
}

function tornOutline({ x, y, width, height }: Box): ComponentChild {
  const teeth = Array.from({ length: width / tooth }, () => `l${tooth / 2} ${-tooth / 2}l${tooth / 2} ${tooth / 2}`);
  const sides = `V${y + height - radius}a${radius} ${radius} 0 0 1 ${-radius} ${radius}`;
  const end = `H${x + radius}a${radius} ${radius} 0 0 1 ${-radius} ${-radius}Z`;
  return <path d={`M${x} ${y + tooth / 2}${teeth.join('')}${sides}${end}`} />;
}

function header({ heading, foreground, label, fields, design }: PassContent, phone: Phone, { x, y, width }: Box) {
  const [field] = fields.headerFields ?? [];
  const right = x + width - margin;
  const room = field ? 90 : 0;
  const logo = design.logo?.get('@3x.png');
  const logoRoom = logo ? logoWidth(logo) : 0;
  const left = x + margin + (logo ? logoRoom + 10 : 0);
  const end = { x: right, room, anchor: 'end' as const };
  return (
    <g>
      {logo && picture(logo, 'image/png', { x: x + margin, y: y + 12, width: logoRoom, height: 38 }, 'xMinYMid meet')}
      {line(heading, { x: left, y: y + 37, size: 18, weight: 600, fill: foreground, room: right - room - 10 - left })}
      {field && line(shownLabel(field, phone).toUpperCase(), { ...end, y: y + 25, size: 10, weight: 600, fill: label })}
      {field && line(shownValue(field, phone), { ...end, y: y + 45, size: 18, fill: foreground })}
    </g>
  );
}

function logoWidth(file: Buffer): number {
  const { width, height } = sizeOf(file);
  return Math.min(122, Math.round((38 * width) / height));
}

function sizeOf(file: Buffer): { width: number; height: number } {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function primaryField(field: PassField, { foreground, label }: PassContent, phone: Phone, box: Box): ComponentChild {
  const [x, room, middle] = [box.x + margin, box.width - 2 * margin, box.y + box.height / 2];
  return (
    <g>
      {line(shownValue(field, phone), { x, y: middle + 14, size: 46, fill: foreground, room })}
      {field.label && line(shownLabel(field, phone), { x, y: middle + 38, size: 15, fill: label, room })}
    </g>
  );
}

function fieldRow(row: readonly PassField[], { foreground, label }: PassContent, phone: Phone, box: Box) {
  const column = (box.width - 2 * margin) / Math.max(2, row.length);
  return row.map((field, index) => {
    const isLast = index > 0 && index === row.length - 1;
    const x = isLast ? box.x + box.width - margin : box.x + margin + index * column;
    const place = { x, room: column - 10, anchor: isLast ? ('end' as const) : ('start' as const) };
    return (
      <g key={field.key}>
        {line(shownLabel(field, phone).toUpperCase(), { ...place, y: box.y + 24, size: 10, weight: 600, fill: label })}
        {line(shownValue(field, phone), { ...place, y: box.y + 45, size: 17, fill: foreground })}
      </g>
    );
  });
}
