import { graphql } from '../../../documents/typed-document.ts';
import { type Words, wordFor } from '../../../words/languages.ts';
import { labelled } from '../../frame/labelled-fields.ts';

interface NamedCampaign {
  id: string;
  name: string;
}

export interface Choices {
  coupons: { nodes: readonly NamedCampaign[] };
  loyaltyCards: { nodes: readonly NamedCampaign[] };
  directories: { nodes: readonly NamedCampaign[] };
  contactGroups: { nodes: readonly (NamedCampaign & { channel: 'EMAIL' | 'SMS'; contacts: number })[] };
  chosen?: { __typename: string; id: string; name?: string } | null;
}

export const draftFields = labelled(({ sending }) => sending.draft)({
  campaign: {
    kind: 'select',
    required: true,
    focus: true,
    options: ({ sending }, data: Choices) => campaignsOf(data, sending.kinds),
  },
  group: {
    kind: 'select',
    options: ({ sending: { draft, channels } }, { contactGroups }: Choices) => [
      ['', draft.noGroup],
      ...contactGroups.nodes.map(
        ({ id, name, channel, contacts }) => [id, draft.groupOption(name, channels[channel], contacts)] as const,
      ),
    ],
  },
  channel: { kind: 'select', required: true, options: ({ sending }) => Object.entries(sending.channels) },
  address: { kind: 'text', maxLength: 254 },
  firstName: { kind: 'text', maxLength: 100 },
  lastName: { kind: 'text', maxLength: 100, hint: ({ sending }) => sending.draft.nameHint },
  subject: { kind: 'text', maxLength: 200 },
  body: { kind: 'textarea', maxLength: 50_000 },
  /** Set by the script of the live preview. */
  live: { kind: 'hidden' },
});

/** The same fields, hidden, for the buttons that send the checked draft. */
export const checkedFields = Object.fromEntries(
  Object.keys(draftFields).map((name) => [name, { kind: 'hidden' }]),
) as Record<keyof typeof draftFields, { kind: 'hidden' }>;

export type DraftInput = Partial<Record<keyof typeof draftFields, string>>;

/** A group determines the channel. */
export function messageInput({ live: _, campaign = '', group, channel, ...input }: DraftInput) {
  return { ...input, campaign, ...(group ? { group } : { channel: channel as 'EMAIL' | undefined }) };
}

export function campaignsOf(
  { coupons, loyaltyCards, directories, chosen }: Choices,
  kinds: Words['sending']['kinds'],
): (readonly [string, string])[] {
  const listed = [...coupons.nodes, ...loyaltyCards.nodes, ...directories.nodes];
  const isListed = listed.some(({ id }) => id === chosen?.id);
  const added = chosen?.name && !isListed ? [{ id: chosen.id, name: chosen.name }] : [];
  const kindOf = (id: string) => wordFor(kinds, id.slice(0, 3));
  return [...added, ...listed].map(({ id, name }) => [id, `${kindOf(id)}: ${name}`] as const);
}

export const previewDocument = graphql(`
  query ConsolePreviewMessage(
    $campaign: ID!
    $group: ID
    $channel: MessageChannel
    $subject: String
    $body: String
    $address: String
    $firstName: String
    $lastName: String
    $reachGroup: ID!
    $toGroup: Boolean!
  ) {
    previewMessage(
      campaign: $campaign
      group: $group
      channel: $channel
      subject: $subject
      body: $body
      address: $address
      firstName: $firstName
      lastName: $lastName
    ) {
      channel address isExample sender subject text html segments problem
    }
    groupReach(group: $reachGroup, campaign: $campaign) @include(if: $toGroup) {
      contacts optedOut reached received
    }
  }
`);

/** A live preview does not count recipients. */
export function previewVariables(input: DraftInput) {
  const { campaign = '', group = '', live } = input;
  const toGroup = group !== '' && campaign.startsWith('cam_') && !live;
  return { ...messageInput(input), reachGroup: group, toGroup };
}
