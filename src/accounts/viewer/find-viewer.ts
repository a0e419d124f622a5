import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { ViewerType } from './viewer.type.ts';

query({
  name: 'viewer',
  description: 'The caller: the account and the API key of this request.',
  scope: 'READ',
  input: z.object({}),
  type: ViewerType,
  problems: [],
  run: ({ viewer }) => viewer,
});
