import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { directoryId } from '../../directories/directory/directory.inputs.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { directoryPath } from '../../vocabulary/links.ts';
import { directorySms } from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import { sendCampaign } from './campaign-letter.ts';
import { phone, smsBody } from './send.inputs.ts';
import { settleSent } from './sent-message.ts';
import { SentType } from './sent-message.type.ts';

export const sendDirectorySms = mutation({
  name: 'sendDirectorySms',
  description: 'Sends a directory by SMS and waits up to 10 seconds for the platform to accept or refuse it.',
  scope: 'SEND',
  input: z.object({ directory: directoryId, phone, body: smsBody }),
  type: SentType,
  problems: ['NO_SMS_INTEGRATION', 'DIRECTORY_NOT_FOUND', 'SMS_OPTED_OUT', 'SMS_NOT_SENT'],
  run: async ({ input, viewer: { account, keyId }, services: { publicUrl }, transaction }) => {
    const integration = await requireIntegration(transaction, account.id, 'SMS');
    const directory = await requireRow(
      transaction,
      directoryRow,
      { accountId: account.id, id: input.directory },
      'shared',
    );
    const content = directorySms(directory, input);
    return sendCampaign(
      transaction,
      { account, keyId, integration, publicUrl },
      { address: input.phone, content, campaignId: directory.id, link: directoryPath(directory.code) },
    );
  },
  settle: settleSent,
});
