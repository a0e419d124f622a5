import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { type Words, wordFor } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { headingOf, statusOf, tabsOf } from '../parts/pieces.tsx';

export type CampaignState = keyof Words['campaigns']['states'];

interface Campaign {
  id: string;
  name: string;
  state: CampaignState;
}

export function campaignHeader(page: Page, { id, name, state }: Campaign, ...actions: ComponentChildren[]) {
  const { tabs, title } = page.words.campaigns;
  const path = `/campaigns/${id}`;
  return [
    <p class="trail">
      <a href={page.to('/campaigns')}>{title}</a>
    </p>,
    headingOf([name, ' ', stateOf(page, state)], ...actions),
    tabsOf(page, tabs.label, [
      { name: tabs.overview, path },
      { name: tabs.codes, path: `${path}/codes` },
      { name: tabs.activity, path: `${path}/activity` },
      { name: tabs.page, path: `${path}/page` },
      { name: tabs.preview, path: `${path}/preview` },
      { name: tabs.settings, path: `${path}/settings` },
    ]),
  ];
}

const tones = {
  RUNNING: 'good',
  ENDING_SOON: 'warn',
  FUTURE: 'calm',
  EXPIRED: 'calm',
  EXAMPLE: 'calm',
  LOCKED: 'warn',
  VOIDED: 'bad',
} as const;

export function stateOf({ words }: Page, state: CampaignState) {
  return statusOf(words.campaigns.states[state], tones[state]);
}

export function eventName({ words }: Page, type: string): string {
  return wordFor(words.campaigns.activity.events, type) ?? type;
}

export const campaignOfCodes = graphql(`
  query ConsoleCampaignOfCodes($campaign: ID!) {
    coupon(id: $campaign) { id name state }
  }
`);
