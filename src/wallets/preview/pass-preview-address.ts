import type { Services } from '../../api/context.ts';
import { walletPreviewPath } from '../../vocabulary/links.ts';

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
