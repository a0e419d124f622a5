import type { Page } from '../frame/page.ts';
import { factsOf } from '../parts/table.tsx';
import { endOf, momentAt, type Validity } from './campaign-times.ts';

interface CampaignSummary extends Validity {
  value: string | null;
  currency: string | null;
  startDate: string | null;
  folder: { id: string; name: string } | null;
  tags: readonly string[];
}

export function campaignSummary(page: Page, coupon: CampaignSummary) {
  const { facts } = page.words.campaigns;
  const { value, currency, startDate, timezone, folder, tags } = coupon;
  return factsOf([
    value !== null && [facts.value, page.money(value, currency)],
    [facts.starts, startDate ? momentAt(page, startDate, timezone) : facts.atOnce],
    [facts.ends, endOf(page, coupon)],
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
