import { builder } from '../../api/builder.ts';
import { listEnumValues } from '../../api/enum-values.ts';
import { problems } from '../../kernel/problem.ts';
import './domains.ts';
import './extensions.ts';
import './input-error-messages.ts';

// A domain adds fields to the types of lower domains.
import '../../accounts/operations.ts';
import '../../contacts/operations.ts';
import '../../coupons/operations.ts';
import '../../directories/operations.ts';
import '../../events/operations.ts';
import '../../exports/operations.ts';
import '../../jobs/operations.ts';
import '../../locations/operations.ts';
import '../../loyalty/operations.ts';
import '../../messaging/operations.ts';
import '../../nodes/operations.ts';
import '../../people/operations.ts';
import '../../privacy/operations.ts';
import '../../sessions/operations.ts';
import '../../tills/operations.ts';
import '../../wallets/operations.ts';
import '../../statistics/operations.ts';
import '../../webhooks/operations.ts';

/** The values of `extensions.code`. */
builder.enumType('ProblemCode', {
  description: 'The code of an error, in `extensions.code`.',
  values: Object.fromEntries(Object.entries(problems).map(([code, description]) => [code, { description }])),
});

export const schema = builder.toSchema();
listEnumValues(schema);
schema.description =
  'The campaign service. Requests are made with an API key, by a signed-in person or by a till. Ids are the same in GraphQL, REST and webhooks.';
