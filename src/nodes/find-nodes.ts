import { z } from 'zod';
import { query } from '../api/query.ts';
import { nodeId } from './node.inputs.ts';
import { NodeType, readNodes } from './node.type.ts';

query({
  name: 'nodes',
  description:
    'The objects with the given ids, in the order of the ids. Not paginated. Null for each id for which the account has no object. Each object requires the same scope as in `node`.',
  scope: 'READ',
  alternativeScope: 'ADMIN',
  input: z.object({ ids: z.array(nodeId).max(100).meta({ description: 'At most 100 ids.' }) }),
  type: [NodeType],
  nullable: { list: false, items: true },
  problems: [],
  cost: { own: 50, itemsOf: 'ids' },
  run: ({ input, ...reader }) => readNodes(reader, input.ids),
});
