import { key, table, text } from '../database/columns.ts';

/** An event that also stands in the log of another account: that of a subaccount in the log of its parent. */
export const sharedEvents = table({
  name: 'SharedEvent',
  tableName: 'shared_events',
  columns: {
    eventId: key(text(24)),
    /** The account with which the account of the event shares it. */
    accountId: text(20),
  },
  indices: [{ name: 'shared_events_account', columns: ['accountId'] }],
});
