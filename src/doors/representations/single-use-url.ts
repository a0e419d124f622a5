import { builder } from '../../kernel/api/builder.ts';
import { turnToContinue } from '../../kernel/values/event-loop.ts';
import { sessionPath } from '../../kernel/values/links.ts';
import type { BatchSession } from '../../sessions/batch/batch-creation.ts';
import { CreatedSingleUseUrls } from '../../sessions/batch/create-single-use-urls.ts';

/** Returns a session created in bulk. */
export function singleUseUrlItem(
  { session, sequence, couponCode, customValidationCode }: BatchSession,
  publicUrl: string,
) {
  return {
    single_use_code: session,
    sequence_id: sequence,
    single_use_url: publicUrl + sessionPath(couponCode, session),
    widget_validation_code: session.slice(0, 6),
    custom_validation_code: customValidationCode ?? '',
  };
}

/** The number of items that are made in about a millisecond. */
const partSize = 2000;

// An executor completes 100,000 objects with six fields each in one go, and takes 300 ms. Leaves take a tenth of it.
builder.objectField(CreatedSingleUseUrls, 'records', (t) =>
  t.field({
    type: ['JSON'],
    description: 'The sessions as `/v3/multiplesingleuse/create` returns them, in ascending order of sequence id.',
    cost: { itemFactor: 0.6 },
    resolve: async ({ sessions }, _, { services }) => {
      const items: object[] = [];
      for (let start = 0; start < sessions.length; start += partSize) {
        const turn = turnToContinue();
        if (turn) await turn;
        for (const session of sessions.slice(start, start + partSize))
          items.push(singleUseUrlItem(session, services.publicUrl));
      }
      return items;
    },
  }),
);
