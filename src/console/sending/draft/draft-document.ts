import { graphql } from '../../../documents/typed-document.ts';
import { type DraftInput, messageInput } from './draft-fields.ts';

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
