import type { Screen } from '../../src/console/frame/screen.ts';
import type { Field, Kind } from '../../src/console/frame/screen-field.ts';
import { screens } from '../../src/console/screen-list.ts';
import { purposes } from '../../src/console/settings/platforms/platform-forms.tsx';
import { platforms } from '../../src/messaging/platform/platform-list.inputs.ts';
import { wordFor } from '../../src/words/languages.ts';
import { addressOf } from './screen-address.ts';

/** All forms of the console that have fields. */
export const forms = screens.flatMap((screen) =>
  Object.entries(screen.forms ?? {})
    .filter(([, { fields }]) => Object.keys(fields).length > 0)
    .map(([name, form]) => ({ screen, path: screen.path, name, form })),
);

/** A value of no use, for each kind of field. */
export const wrong: Record<Kind, string> = {
  text: 'a\u0000\ud83e,',
  email: 'ada at example',
  tel: 'ring me',
  url: 'bread',
  password: 'bread',
  textarea: '\u0000\ud83e',
  lines: 'x,y\r\n\ud83e',
  number: 'many',
  decimal: '4.5.0',
  float: 'half',
  select: 'NONE',
  checks: 'NONE',
  checkbox: 'on',
  date: '2026-13-45',
  moment: 'tomorrow',
  local: '2026-13-45T99:99',
  color: 'red',
  hidden: 'x',
};

const numbers: readonly Kind[] = ['number', 'decimal', 'float'];
const times: readonly Kind[] = ['date', 'moment', 'local'];

export const tooMuch = (field: Field) => {
  if (numbers.includes(field.kind)) return '99999999999';
  if (times.includes(field.kind)) return '9999-12-31T23:59';
  if (field.kind === 'lines') return 'x\r\n'.repeat(10_001);
  return 'x'.repeat((field.maxLength ?? 2000) + 1);
};
export const tooLittle = ({ kind }: Field) =>
  numbers.includes(kind) ? '-1' : times.includes(kind) ? '1970-01-01T00:00' : ' ';

export const right: Partial<Record<Kind, string>> = {
  text: 'Bread',
  email: 'ada@example.com',
  tel: '+447911123456',
  url: 'https://example.com/bread',
  password: 'four words in a row',
  textarea: 'Bread',
  lines: 'https://example.com/bread',
  decimal: '4.50',
  float: '2.5',
  date: '2030-01-01',
  moment: '2030-01-01T12:00',
  local: '2030-01-01T12:00',
  color: '#14507a',
};

/** Fills a form of a page as the page does. */
export function validFields(page: string, name: string, fields: Record<string, Field>): Record<string, string> {
  const form = page.slice(page.indexOf(`id="form-${name}`));
  const firstOf = (field: string) =>
    new RegExp(`<select[^>]* name="${field}".*?<option value="([^"]+)"`, 's').exec(form)?.[1] ??
    new RegExp(`name="${field}"[^>]* value="([^"]+)"`).exec(form)?.[1];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { kind, min = 1 }]) => {
      const value = kind === 'number' ? `${min}` : (right[kind] ?? firstOf(field));
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** A platform is connected on the page of a purpose that it has, and a phone number is added to a group for SMS. */
export function addressFor(screen: Screen, form: string, things: Record<string, string>): string {
  const channels: readonly string[] = form === 'test' ? ['EMAIL'] : (wordFor(platforms, form)?.channels ?? []);
  const [purpose] = Object.entries(purposes).find(([, channel]) => channels.includes(channel)) ?? [];
  const contactGroup = (form === 'addPhone' ? things.smsGroup : things.contactGroup) ?? '';
  const path = purpose ? screen.path.replace(':purpose', purpose) : screen.path;
  return addressOf({ path }, { ...things, contactGroup });
}
