import { h } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import { screen } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.ts';
import { headingOf, linkButton } from '../../parts/pieces.ts';
import { factsOf } from '../../parts/table.ts';

export const eventScreen = screen({
  path: '/events/:event',
  area: 'events',
  scope: 'READ',
  document: graphql(`
    query ConsoleEvent($id: ID!) {
      event(id: $id) {
        id
        kind
        type
        datetime
        account
        campaign
        session
        keyId
        by
        data
      }
    }
  `),
  variables: ({ params }) => ({ id: params.event ?? '' }),
  title: ({ event: { type } }) => type,
  view: ({ event }, page) => {
    const { events: words } = page.words.developers;
    const { id, kind, type, datetime, account, campaign, session, keyId, by, data } = event;
    const mono = (text: string) => h('span', { class: 'mono' }, text);
    return [
      headingOf(
        type,
        campaign && linkButton(page.to('/events', { campaign }), words.sameCampaign, 'quiet'),
        page.may('ADMIN') && linkButton(page.to('/webhooks/deliveries', { event: id }), words.deliveries, 'quiet'),
      ),
      factsOf([
        [words.time, page.second(datetime)],
        [words.kind, words.kinds[kind]],
        [words.by, [by ?? (keyId ? null : words.nobody), keyId && h('small', { class: 'soft below mono' }, keyId)]],
        campaign !== null && [words.campaign, h('a', { href: page.to(pathOf(campaign)), class: 'mono' }, campaign)],
        session !== null && [
          words.session,
          h('a', { href: page.to('/find', { code: session }), class: 'mono' }, session),
        ],
        [words.id, mono(id)],
        [words.account, mono(account)],
      ]),
      h('p', { class: 'soft' }, words.recordText),
      codeBlock(page, words.record, JSON.stringify(data, null, 2)),
    ];
  },
});

/** Returns the path of a coupon, a loyalty card or a directory. */
function pathOf(campaign: string): string {
  if (campaign.startsWith('loy_')) return `/loyalty/${campaign}`;
  return campaign.startsWith('dir_') ? `/directories/${campaign}` : `/campaigns/${campaign}`;
}
