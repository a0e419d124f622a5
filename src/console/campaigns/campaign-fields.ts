import { barcodeTypes, couponFields } from '../../coupons/coupon/coupon.fields.ts';
import type { Words } from '../../words/languages.ts';
import { formFields, namesInGroup, textsOf } from '../frame/noun-form.ts';
import type { Page } from '../frame/page.ts';
import type { Field, Kind } from '../frame/screen-field.ts';
import { type Folder, folderOptions } from './folder-tree.ts';

const { barcode, ...plainFields } = formFields(couponFields, ({ campaigns }) => campaigns.fields);

export const campaignFields = {
  name: ownField('name', { maxLength: 100, required: true }),
  ...plainFields,
  startsAt: ownField('startsAt', { kind: 'local' }),
  endsAt: ownField('endsAt', { kind: 'local', at: 'expiry.fixed.at' }),
  endsAfter: ownField('endsAfter', { kind: 'number', at: 'expiry.flexible.days', min: 1, max: 36_500 }),
  folder: {
    ...ownField('folder', { kind: 'select' }),
    options: (_, { folders }: { folders: { nodes: Folder[] } }) => folderOptions(folders.nodes),
  },
  tags: ownField('tags', { maxLength: 2600 }),
  bannerUrls: ownField('bannerUrls', { kind: 'lines' }),
  barcode: { ...barcode, options: ({ campaigns }) => barcodeTypes.map((type) => [type, campaigns.barcodes[type]]) },
  timezone: {
    ...ownField('timezone', { kind: 'select' }),
    options: (_, { timezones }: { timezones: readonly string[] }) => timezones.map((zone) => [zone, zone]),
  },
} satisfies Record<string, Field>;

/** The fields of the form, by group: those of `couponFields`, and others before or after them. */
const groups = {
  offer: ['name', ...namesInGroup(couponFields, 'offer')],
  time: ['startsAt', 'endsAt', 'endsAfter'],
  filing: ['folder', 'tags'],
  pictures: [...namesInGroup(couponFields, 'pictures'), 'bannerUrls'],
  terms: namesInGroup(couponFields, 'terms'),
  messages: namesInGroup(couponFields, 'sending'),
  technical: [...namesInGroup(couponFields, 'technical'), 'timezone'],
};

/** Groups that few campaigns need are folded at first. */
export function fieldGroups({ words }: Page) {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  return names.map((name) => ({
    legend: words.campaigns.groups[name],
    fields: groups[name],
    ...(name === 'time' && { open: true }),
  }));
}

function ownField(
  name: keyof Words['campaigns']['fields'],
  field: Omit<Partial<Field>, 'kind'> & { kind?: Kind },
): Field {
  return { kind: 'text', ...textsOf(({ campaigns }) => campaigns.fields[name]), ...field };
}

/** The values of the fields, before they become the input. */
interface CampaignForm {
  expiry?: { fixed?: { at?: string | null }; flexible?: { days?: number | string | null } };
  tags?: string | null;
  currency?: string | null;
  name: string;
}

export function campaignInput({ expiry, tags, currency, ...rest }: CampaignForm) {
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

export function timezonesWith(...given: string[]): string[] {
  return [...new Set([...given, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
