import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { ViewerType } from './viewer.type.ts';

query({
  name: 'viewer',
  description: 'The caller: the API key or the person of this request, and the account that they act for.',
  scope: 'READ',
  input: z.object({}),
  type: ViewerType,
  problems: [],
  run: ({ viewer }) => viewer,
});
