import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { directoryId } from '../../directories/directory/directory.inputs.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { directoryPath } from '../../vocabulary/links.ts';
import { directoryEmail } from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import { sendCampaign } from './campaign-letter.ts';
import { buttonText, email, emailBody, emailFormat, from, subject } from './send.inputs.ts';
import { settleSent } from './sent-message.ts';
import { SentType } from './sent-message.type.ts';

export const sendDirectoryEmail = mutation({
  name: 'sendDirectoryEmail',
  description:
    "Sends a directory by email and waits up to 10 seconds for the platform to accept or refuse it. Takes one email from the account's email balance, unless `free` is true; a permanent failure returns it.",
  scope: 'SEND',
  input: z.object({
    directory: directoryId,
    email,
    from,
    type: emailFormat,
    subject,
    body: emailBody,
    buttonText,
    free: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to leave the email balance as it is, as `/v3/send/email` does. Default: false.' }),
  }),
  type: SentType,
  problems: ['NO_EMAIL_INTEGRATION', 'DIRECTORY_NOT_FOUND', 'EMAIL_NOT_SENT', 'EMAIL_BALANCE_EMPTY'],
  run: async ({ input, viewer: { account, keyId }, services: { publicUrl }, transaction }) => {
    const integration = await requireIntegration(transaction, account.id, 'EMAIL');
    const directory = await requireRow(
      transaction,
      directoryRow,
      { accountId: account.id, id: input.directory },
      'shared',
    );
    const content = directoryEmail(directory, { ...input, sender: input.from, format: input.type });
    return sendCampaign(
      transaction,
      { account, keyId, integration, publicUrl },
      {
        address: input.email,
        content,
        campaignId: directory.id,
        link: directoryPath(directory.code),
        paid: !input.free,
      },
    );
  },
  settle: settleSent,
});
