import { graphql } from '../../../documents/typed-document.ts';
import { screen } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { below, headingOf, linkButton } from '../../parts/pieces.tsx';
import { factsOf } from '../../parts/table.tsx';
import { kindName } from '../developer-filters.ts';

export const eventScreen = screen({
  path: '/events/:event',
  scope: 'READ',
  document: graphql(`
    query ConsoleEvent($id: ID!) {
      event(id: $id) { id kind type datetime account campaign session keyId by data }
    }
  `),
  variables: ({ params }) => ({ id: params.event ?? '' }),
  title: ({ event: { type } }) => type,
  view: ({ event }, page) => {
    const { events: words } = page.words.developers;
    const { id, kind, type, datetime, account, campaign, session, keyId, by, data } = event;
    const mono = (text: string) => <span class="mono">{text}</span>;
    return [
      headingOf(
        type,
        campaign && linkButton(page.to('/events', { campaign }), words.sameCampaign, 'quiet'),
        page.may('ADMIN') && linkButton(page.to('/webhooks/deliveries', { event: id }), words.deliveries, 'quiet'),
      ),
      factsOf([
        [words.time, page.second(datetime)],
        [words.kind, kindName(page.words, kind)],
        [words.by, [by ?? (keyId ? null : words.nobody), keyId && below(keyId, true)]],
        campaign !== null && [
          words.campaign,
          <a href={page.to(pathOf(campaign))} class="mono">
            {campaign}
          </a>,
        ],
        session !== null && [
          words.session,
          <a href={page.to('/find', { code: session })} class="mono">
            {session}
          </a>,
        ],
        [words.id, mono(id)],
        [words.account, mono(account)],
      ]),
      <p class="soft">{words.recordText}</p>,
      codeBlock(page, words.record, JSON.stringify(data, null, 2)),
    ];
  },
});

function pathOf(campaign: string): string {
  if (campaign.startsWith('loy_')) return `/loyalty/${campaign}`;
  return campaign.startsWith('dir_') ? `/directories/${campaign}` : `/campaigns/${campaign}`;
}
