import { z } from 'zod';
import { query } from '../api/query.ts';
import { nodeId } from './node.inputs.ts';
import { NodeType, readNodes } from './node.type.ts';

query({
  name: 'node',
  description:
    'The object with the given id. Null if the account has no such object. Account settings, such as API keys, integrations and webhook endpoints, require the scope `ADMIN`. Other objects require `READ`.',
  scope: 'READ',
  alternativeScope: 'ADMIN',
  input: z.object({ id: nodeId }),
  type: NodeType,
  nullable: true,
  problems: [],
  run: async ({ input, ...reader }) => (await readNodes(reader, [input.id]))[0] ?? null,
});
