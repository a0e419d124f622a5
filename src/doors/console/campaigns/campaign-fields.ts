import { barcodeTypes } from '../../../coupons/coupon/coupon.ts';
import type { Page } from '../frame/page.ts';
import type { Field, Kind } from '../frame/screen-field.ts';
import { type Folder, folderOptions } from './folder-tree.ts';

/** The fields of a campaign, as the forms that create and change it show them. */
export const campaignFields = {
  name: textField('name', { most: 100, required: true }),
  title: textField('title', { most: 200 }),
  subtitle: textField('subtitle', { most: 200 }),
  description: textField('description', { kind: 'textarea', most: 10_000 }),
  value: textField('value', { kind: 'decimal' }),
  currency: textField('currency', { most: 3 }),
  startsAt: textField('startsAt', { kind: 'local' }),
  endsAt: textField('endsAt', { kind: 'local', at: 'expiry.fixed.at' }),
  endsAfter: textField('endsAfter', { kind: 'number', at: 'expiry.flexible.days', min: 1, max: 36_500 }),
  folder: {
    ...textField('folder', { kind: 'select' }),
    options: (_, { folders }: { folders: { nodes: Folder[] } }) => folderOptions(folders.nodes),
  },
  tags: textField('tags', { most: 2600 }),
  imageUrl: textField('imageUrl', { kind: 'url', most: 500 }),
  logoUrl: textField('logoUrl', { kind: 'url', most: 500 }),
  bannerUrls: textField('bannerUrls', { kind: 'lines' }),
  termsShort: textField('termsShort', { kind: 'textarea', most: 1000 }),
  terms: textField('terms', { kind: 'textarea', most: 10_000 }),
  poweredBy: textField('poweredBy', { most: 100 }),
  poweredByUrl: textField('poweredByUrl', { kind: 'url', most: 500 }),
  emailSubject: textField('emailSubject', { most: 200 }),
  emailBody: textField('emailBody', { kind: 'textarea', most: 50_000 }),
  smsBody: textField('smsBody', { kind: 'textarea', most: 1000 }),
  barcode: {
    ...textField('barcode', { kind: 'select' }),
    options: ({ campaigns }) => barcodeTypes.map((type) => [type, campaigns.barcodes[type]]),
  },
  timezone: {
    ...textField('timezone', { kind: 'select' }),
    options: (_, { timezones }: { timezones: readonly string[] }) => timezones.map((zone) => [zone, zone]),
  },
} satisfies Record<string, Field>;

const groups = {
  offer: ['name', 'title', 'subtitle', 'description', 'value', 'currency'],
  time: ['startsAt', 'endsAt', 'endsAfter'],
  filing: ['folder', 'tags'],
  pictures: ['imageUrl', 'logoUrl', 'bannerUrls'],
  terms: ['termsShort', 'terms', 'poweredBy', 'poweredByUrl'],
  messages: ['emailSubject', 'emailBody', 'smsBody'],
  technical: ['barcode', 'timezone'],
} as const satisfies Record<string, readonly (keyof typeof campaignFields)[]>;

/** Returns the fields in groups. What few campaigns need is closed at first. */
export function fieldGroups({ words }: Page) {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  return names.map((name) => ({
    legend: words.campaigns.groups[name],
    fields: groups[name],
    ...(name === 'time' && { open: true }),
  }));
}

function textField(name: string, field: Omit<Partial<Field>, 'kind'> & { kind?: Kind }): Field {
  const of = (words: Parameters<NonNullable<Field['label']>>[0]) =>
    (words.campaigns.fields as Record<string, readonly [string, string]>)[name] ?? [name, ''];
  return { kind: 'text', label: (words) => of(words)[0], hint: (words) => of(words)[1], ...field };
}

/** What the fields make, before it has the form of the input. */
interface Given {
  expiry?: { fixed?: { at?: string | null }; flexible?: { days?: number | string | null } };
  tags?: string | null;
  currency?: string | null;
  name: string;
}

/** Returns the input of the operations that create and change campaigns. */
export function campaignInput({ expiry, tags, currency, ...rest }: Given) {
  const at = expiry?.fixed?.at;
  const days = expiry?.flexible?.days as number | null | undefined;
  const ends = { ...(at && { fixed: { at } }), ...(days != null && { flexible: { days } }) };
  const isCleared = expiry !== undefined && Object.keys(ends).length === 0;
  return {
    ...rest,
    ...(tags !== undefined && { tags: tags === null ? [] : listed(tags) }),
    ...(currency !== undefined && { currency: currency?.toUpperCase() ?? null }),
    ...(expiry !== undefined && { expiry: isCleared ? null : ends }),
  };
}

function listed(tags: string): string[] {
  return tags.split(',').flatMap((tag) => tag.trim() || []);
}

/** Returns the names of time zones to choose from, with the given ones. */
export function timezonesWith(...given: string[]): string[] {
  return [...new Set([...given, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
