import type { Secrets } from '../../kernel/security/secrets.ts';
import { unsubscribePath } from '../../vocabulary/links.ts';

/** The dependencies of links in messages. */
export interface Links {
  publicUrl: string;
  secrets: Secrets;
}

const signed = (messageId: string) => `unsubscribe ${messageId}`;

/**
 * Returns the address at which the recipient of a message unsubscribes from all emails of the account. It works as
 * long as the message is stored.
 */
export function unsubscribeAddress({ publicUrl, secrets }: Links, messageId: string): string {
  return publicUrl + unsubscribePath(messageId, secrets.sign(signed(messageId)));
}

/** Returns whether this installation signed the address. */
export function isUnsubscribeSignature(
  { secrets }: Pick<Links, 'secrets'>,
  messageId: string,
  signature: string,
): boolean {
  return secrets.isSignature(signed(messageId), signature);
}
