import { z } from 'zod';
import { query } from '../api/query.ts';
import { nodeId } from './node.inputs.ts';
import { NodeType, readNodes } from './node.type.ts';

query({
  name: 'node',
  description:
    'An object by its id. Null if the account has no object with this id. Account settings, such as API keys, integrations and webhook endpoints, need the scope `ADMIN`, other objects `READ`.',
  scope: 'READ',
  alternativeScope: 'ADMIN',
  input: z.object({ id: nodeId }),
  type: NodeType,
  nullable: true,
  problems: [],
  run: async ({ input, ...reader }) => (await readNodes(reader, [input.id]))[0] ?? null,
});
