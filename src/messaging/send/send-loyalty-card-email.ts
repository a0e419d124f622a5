import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { loyaltyCardId } from '../../loyalty/card/card.inputs.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { loyaltyCardPath } from '../../vocabulary/links.ts';
import { cardEmail } from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import { sendCampaign } from './campaign-letter.ts';
import { email, emailBody, subject } from './send.inputs.ts';
import { settleSent } from './sent-message.ts';
import { SentType } from './sent-message.type.ts';

export const sendLoyaltyCardEmail = mutation({
  name: 'sendLoyaltyCardEmail',
  description: 'Sends a loyalty card by email and waits up to 10 seconds for the platform to accept or refuse it.',
  scope: 'SEND',
  input: z.object({ card: loyaltyCardId, email, subject, body: emailBody }),
  type: SentType,
  problems: ['NO_EMAIL_INTEGRATION', 'LOYALTY_CARD_NOT_FOUND', 'EMAIL_NOT_SENT'],
  run: async ({ input, viewer: { account, keyId }, services: { publicUrl }, transaction }) => {
    const integration = await requireIntegration(transaction, account.id, 'EMAIL');
    const card = await requireRow(transaction, cardRow, { accountId: account.id, id: input.card }, 'shared');
    const content = cardEmail(card, input);
    return sendCampaign(
      transaction,
      { account, keyId, integration, publicUrl },
      { address: input.email, content, campaignId: card.id, link: loyaltyCardPath(card.code) },
    );
  },
  settle: settleSent,
});
