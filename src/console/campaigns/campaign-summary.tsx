import type { Page } from '../frame/page.ts';
import { factsOf } from '../parts/pieces.tsx';

interface CampaignSummary extends Validity {
  value: string | null;
  currency: string | null;
  startDate: string | null;
  folder: { id: string; name: string } | null;
  tags: readonly string[];
  locations: readonly { name: string }[];
}

export function campaignSummary(page: Page, coupon: CampaignSummary) {
  const { facts } = page.words.campaigns;
  const { value, currency, startDate, timezone, folder, tags, locations } = coupon;
  return factsOf([
    value !== null && [facts.value, page.money(value, currency)],
    [facts.starts, startDate ? momentAt(page, startDate, timezone) : facts.atOnce],
    [facts.ends, endOf(page, coupon)],
    locations.length > 0 && [facts.where, locations.map(({ name }) => name).join(', ')],
    folder && [facts.folder, <a href={page.to('/campaigns', { folder: folder.id })}>{folder.name}</a>],
    tags.length > 0 && [
      facts.tags,
      tags.map((tag) => [
        <a class="tag" href={page.to('/campaigns', { tag })}>
          {tag}
        </a>,
        ' ',
      ]),
    ],
  ]);
}

interface Validity {
  timezone: string;
  expiryType: 'NONE' | 'FIXED' | 'FLEXIBLE';
  expiryDate: string | null;
  expiryDays: number | null;
}

/** Formats an instant in the time zone of the campaign, and names the zone if it is not that of the account. */
function momentAt(page: Page, iso: string, timezone: string): string {
  const { locale } = page;
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
  const text = new Intl.DateTimeFormat(locale, options).format(new Date(iso));
  return timezone === page.timezone ? text : `${text} (${timezone.replaceAll('_', ' ')})`;
}

export function endOf(page: Page, { timezone, expiryType, expiryDate, expiryDays }: Validity): string {
  const { never, afterDays } = page.words.campaigns.list;
  if (expiryType === 'FIXED' && expiryDate) return momentAt(page, expiryDate, timezone);
  return expiryType === 'FLEXIBLE' && expiryDays ? afterDays(expiryDays) : never;
}

/** Returns the value of a time control. Seconds appear only if there are any. */
export function localTime(iso: string | null, timezone: string): string | null {
  if (!iso) return null;
  const time = Temporal.Instant.from(iso).toZonedDateTimeISO(timezone).toPlainDateTime();
  return time.toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' });
}
