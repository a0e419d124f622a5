import {
  bigNumber,
  bigNumberOrNull,
  instant,
  instantOrNull,
  key,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/rows.ts';

export type WalletPlatform = 'APPLE' | 'GOOGLE';

export type WalletPass = Stored<typeof walletPasses>;

export const walletPasses = table({
  name: 'WalletPass',
  tableName: 'wallet_passes',
  columns: {
    /** Also the serial number of the pass at Apple and the end of the id of its object at Google. */
    id: key(text(20)),
    accountId: text(20),
    campaignId: text(16),
    /** The code of the coupon session. Null for a loyalty card. */
    session: textOrNull(21),
    /** The number of the membership of a loyalty user, and the person. Null for a coupon. */
    membership: bigNumberOrNull,
    userId: textOrNull(20),
    platform: text<WalletPlatform>(6),
    /** The pass type id at Apple or the issuer id at Google. A pass that is on a phone can never change it. */
    issuer: text(100),
    /** With this token, phones ask for the pass. It gives no more than the session code, which is stored in plain too. */
    token: text(32),
    /** The number of the last change of what the pass shows. Changes of the whole campaign stand in `wallet_campaigns`. */
    changed: bigNumber,
    /** The number of the last change of any pass when this one was made. It shows the changes up to this number. */
    made: bigNumber,
    /** The last message to this pass alone, and the number of the change that brought it. */
    message: textOrNull(501),
    messageChange: bigNumberOrNull,
    createdAt: instant,
    savedAt: instantOrNull,
    /** When the last phone removed the pass. Null while a phone has it. */
    removedAt: instantOrNull,
    /** When the last report of Google about the pass ends to be valid. Reports that end earlier are late. */
    reportedAt: instantOrNull,
    /** The time up to which the pass has used its events of savings and removals. Each event takes an hour. */
    eventsUntil: instantOrNull,
  },
  indices: [
    { name: 'wallet_passes_session', columns: ['session', 'issuer'], unique: true },
    { name: 'wallet_passes_membership', columns: ['membership', 'issuer'], unique: true },
    { name: 'wallet_passes_saved', columns: ['campaignId', 'issuer', 'removedAt', 'savedAt'] },
  ],
});

export const passRow = rowOf(walletPasses, { missing: 'WALLET_PASS_NOT_FOUND' });
