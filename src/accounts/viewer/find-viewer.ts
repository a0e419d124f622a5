import { z } from 'zod';
import { query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { ViewerType } from './viewer.type.ts';

query({
  name: 'viewer',
  description: 'The caller: the API key, the person or the till of this request, and the account that they act for.',
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({}),
  type: ViewerType,
  problems: [],
  run: ({ viewer }) => viewer,
});
