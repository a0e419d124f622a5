import { z } from 'zod';
import { platform } from '../declaration.ts';
import { baseUrl, baseUrlSchema, plain, smsFrom, smsSender } from '../shared-settings.inputs.ts';
import { openTwilio } from './twilio.ts';
import { twilioHooks } from './twilio-hooks.ts';

const usualUrl = 'https://api.twilio.com';
const sid = z.string().regex(/^[\w-]{1,64}$/, 'must contain only letters, digits, hyphens and underscores');

export const twilio = platform({
  name: 'Twilio',
  channels: ['SMS', 'SMS_SERVICE'],
  description: "Twilio's REST API, or a gateway with a compatible API, for SMS.",
  settings: {
    accountSid: {
      input: plain(64),
      description: 'the account SID, `AC…`.',
      shown: 'the account SID.',
      form: { required: true, placeholder: 'AC…' },
    },
    authToken: {
      input: plain(255),
      secret: true,
      description: 'the auth token of the account.',
      form: { required: true },
    },
    from: smsFrom,
    messagingServiceSid: {
      input: plain(64),
      description: 'the SID of the messaging service that chooses the sender, `MG…`. Set either this or `from`.',
      shown: 'the SID of the messaging service.',
      form: { placeholder: 'MG…' },
    },
    baseUrl: baseUrl(usualUrl),
  },
  schema: z
    .strictObject({
      baseUrl: baseUrlSchema(usualUrl),
      accountSid: sid,
      authToken: z.string().regex(/^[\x21-\x7e]+$/, 'must contain only printable ASCII characters without spaces'),
      from: smsSender.nullable().default(null),
      messagingServiceSid: sid.nullable().default(null),
    })
    .refine(({ from, messagingServiceSid }) => (from === null) !== (messagingServiceSid === null), {
      path: ['from'],
      error: 'is required without messagingServiceSid, and not allowed with it',
    }),
  open: openTwilio,
  hooks: twilioHooks,
  facts: ['from', 'accountSid', 'messagingServiceSid', 'baseUrl'],
  summary: ['from', 'accountSid'],
});
