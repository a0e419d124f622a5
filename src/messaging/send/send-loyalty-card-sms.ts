import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { loyaltyCardId } from '../../loyalty/card/card.inputs.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { loyaltyCardPath } from '../../vocabulary/links.ts';
import { cardSms } from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import { sendCampaign } from './campaign-letter.ts';
import { phone, smsBody } from './send.inputs.ts';
import { settleSent } from './sent-message.ts';
import { SentType } from './sent-message.type.ts';

export const sendLoyaltyCardSms = mutation({
  name: 'sendLoyaltyCardSms',
  description: 'Sends a loyalty card by SMS and waits up to 10 seconds for the platform to accept or refuse it.',
  scope: 'SEND',
  input: z.object({ card: loyaltyCardId, phone, body: smsBody }),
  type: SentType,
  problems: ['NO_SMS_INTEGRATION', 'LOYALTY_CARD_NOT_FOUND', 'SMS_OPTED_OUT', 'SMS_NOT_SENT'],
  run: async ({ input, viewer: { account, keyId }, services: { publicUrl }, transaction }) => {
    const integration = await requireIntegration(transaction, account.id, 'SMS');
    const card = await requireRow(transaction, cardRow, { accountId: account.id, id: input.card }, 'shared');
    const content = cardSms(card, input);
    return sendCampaign(
      transaction,
      { account, keyId, integration, publicUrl },
      { address: input.phone, content, campaignId: card.id, link: loyaltyCardPath(card.code) },
    );
  },
  settle: settleSent,
});
