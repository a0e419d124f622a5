import type { Secrets } from '../../kernel/security/secrets.ts';
import { unsubscribePath } from '../../kernel/values/links.ts';

/** What links in messages are made with. */
export interface Links {
  publicUrl: string;
  secrets: Secrets;
}

const signed = (messageId: string) => `unsubscribe ${messageId}`;

/** Where the recipient of a message ends all messages of the account. It works as long as the message is kept. */
export function unsubscribeAddress({ publicUrl, secrets }: Links, messageId: string): string {
  return publicUrl + unsubscribePath(messageId, secrets.sign(signed(messageId)));
}

/** Whether this installation made the address. */
export function isUnsubscribeSignature(
  { secrets }: Pick<Links, 'secrets'>,
  messageId: string,
  signature: string,
): boolean {
  return secrets.isSignature(signed(messageId), signature);
}
