import { z } from 'zod';
import { platform } from '../declaration.ts';
import { host, password, plain, port, smsFrom, smsSender } from '../shared-settings.inputs.ts';
import { openSmpp } from './smpp.ts';

const smppPort = port('Default for SMPP: 3550 with TLS, 2775 without.');
const ascii = z.string().regex(/^[\x20-\x7e]+$/, 'must contain only printable ASCII characters');

export const smpp = platform({
  name: 'SMPP',
  channels: ['SMS', 'SMS_SERVICE'],
  description: 'A message center that speaks SMPP 3.4, for SMS.',
  settings: {
    host,
    port: smppPort,
    tls: {
      input: z.boolean(),
      description: 'whether connections use TLS. Default: false.',
      shown: 'whether connections use TLS.',
    },
    systemId: { input: plain(64), description: 'the system id.', shown: 'the system id.', form: { required: true } },
    password,
    systemType: {
      input: plain(12),
      description: 'the system type, if the message center requires one.',
      shown: 'the system type.',
    },
    from: smsFrom,
  },
  schema: z
    .strictObject({
      host: host.input,
      tls: z.boolean().default(false),
      port: smppPort.input.optional(),
      systemId: ascii,
      password: ascii.default(''),
      systemType: ascii.default(''),
      from: smsSender.nullable().default(null),
    })
    .transform((given) => ({ ...given, port: given.port ?? (given.tls ? 3550 : 2775) })),
  open: openSmpp,
  listens: true,
  facts: ['host', 'from', 'systemId'],
  summary: ['from', 'host'],
});
