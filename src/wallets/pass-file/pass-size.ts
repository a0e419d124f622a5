import type { Account } from '../../accounts/account/account.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import type { DesignCampaign } from '../design/design-campaign.ts';
import type { ShownDesign } from '../design/shown-design.ts';
import { passFile } from './pass-file.ts';
import { sampleHolder } from './sample-holder.ts';

/** The most bytes of a pass. Every phone fetches its pass after a change, so a million phones fetch 40 GB. */
const mostBytes = 40_000;

/** As many bytes as a signature with the usual two certificates. */
const signature = Buffer.alloc(4000);

/** Throws `INVALID_INPUT` if the passes of a campaign would have too many bytes with a design. */
export async function requireSmallPass(account: Account, campaign: DesignCampaign, design: ShownDesign): Promise<void> {
  const at = now();
  const pass = { id: 'pas_sample0000000000', token: '0'.repeat(32), message: '…'.repeat(200), messageChange: 1 };
  const signer = { passType: 'pass.sample', team: 'SAMPLE', sign: async () => signature };
  const facts = { pass, campaign: null, holder: sampleHolder(account, campaign, design) };
  const { length } = await passFile(facts, { signer, publicUrl: 'https://sample.example', at });
  if (length <= mostBytes) return;
  const reason = `makes passes of ${Math.ceil(length / 1000)} kB, and a pass can have at most ${mostBytes / 1000} kB`;
  throw invalidInput('campaign', `${reason}. Shorten the texts of the campaign, or use simpler pictures`);
}
