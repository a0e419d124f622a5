import { z } from 'zod';
import { query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { ViewerType } from './viewer.type.ts';

query({
  name: 'viewer',
  description:
    'The caller of this request, and the account that the caller acts for. A caller is an API key, a person or a till.',
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({}),
  type: ViewerType,
  run: ({ viewer }) => viewer,
});
