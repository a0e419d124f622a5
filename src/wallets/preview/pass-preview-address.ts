import type { Services } from '../../kernel/api/context.ts';
import { walletPreviewPath } from '../../kernel/values/links.ts';

/** Returns the address of the preview of a campaign, which nobody can guess. */
export function previewAddress(
  { publicUrl, secrets }: Pick<Services, 'publicUrl' | 'secrets'>,
  campaign: string,
): string {
  return publicUrl + walletPreviewPath(campaign, secrets.sign(signedText(campaign)));
}

export function isPreviewAddress({ secrets }: Pick<Services, 'secrets'>, campaign: string, signature: string): boolean {
  return secrets.isSignature(signedText(campaign), signature);
}

const signedText = (campaign: string) => `wallet preview ${campaign}`;
