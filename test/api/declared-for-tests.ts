import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { mutation } from '../../src/api/mutation.ts';
import { query } from '../../src/api/query.ts';
import { subscription } from '../../src/api/subscription.ts';
import { folders } from '../../src/coupons/folder/folder.ts';
import { insertRow } from '../../src/kernel/database/rows.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';

const declaration = { description: 'For tests.', scope: 'READ', type: 'Boolean', problems: [] } as const;

/** The detail of an internal error, which no response may contain. */
const inside = 'the secret of the house';

query({
  ...declaration,
  name: 'raiseDeclared',
  input: z.object({}),
  problems: ['COUPON_LOCKED'],
  run: () => {
    throw new Problem('COUPON_LOCKED');
  },
});

query({
  ...declaration,
  name: 'raiseUndeclared',
  input: z.object({}),
  run: () => {
    throw new Problem('COUPON_LOCKED', inside);
  },
});

query({
  ...declaration,
  name: 'crash',
  input: z.object({}),
  run: () => {
    throw new TypeError(inside);
  },
});

/** Creates a folder, then fails. */
mutation({
  ...declaration,
  name: 'crashAfterWriting',
  input: z.object({ name: z.string().meta({ description: 'Of the folder.' }) }),
  run: async ({ input, viewer, transaction }) => {
    const folder = { id: newId('folder'), accountId: viewer.account.id, name: input.name, createdAt: now() };
    await insertRow(transaction, folders, folder);
    throw new Problem('FOLDER_NOT_FOUND', inside);
  },
});

/** Counts up to `to`, or forever, and fails at `failAt`. Prints when input is parsed and when the subscriber leaves. */
subscription({
  ...declaration,
  name: 'count',
  type: 'Int',
  scope: 'REDEEM',
  problems: ['COUPON_LOCKED'],
  input: z.object({
    to: z.int().min(1).max(100).nullish().meta({ description: 'The last number.' }),
    failAt: z.int().nullish().meta({ description: 'Where it fails.' }),
    name: z
      .string()
      .nullish()
      .transform((name) => {
        console.log(`parsed: ${name}`);
        return name;
      })
      .meta({ description: 'Of the subscriber.' }),
  }),
  subscribe: async function* ({ input }) {
    try {
      for (let number = 1; number <= (input.to ?? Number.POSITIVE_INFINITY); number += 1) {
        if (number === input.failAt) throw new Error(inside);
        yield number;
        await pause(1);
      }
    } finally {
      console.log(`left: ${input.name}`);
    }
  },
});
