import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { twilioPath } from '../../kernel/values/links.ts';
import type { ShownSettings } from '../platform/platform-settings.ts';
import { integrationChannel, provider, security } from './integration.inputs.ts';
import type { Integration } from './integration.ts';

const SettingsType = builder.objectType(builder.objectRef<ShownSettings>('IntegrationSettings'), {
  description: 'How a provider is reached, without passwords and tokens.',
  fields: (t) => {
    const shown = <Name extends keyof ShownSettings>(name: Name, description: string) =>
      t.string({ nullable: true, description, resolve: (settings) => (settings[name] as string | null) ?? null });
    return {
      host: shown('host', 'SMTP and SMPP: the host.'),
      port: t.exposeInt('port', { nullable: true, description: 'SMTP and SMPP: the port.' }),
      security: t.expose('security', {
        type: enumTypeOf(security),
        nullable: true,
        description: 'SMTP: how connections are encrypted.',
      }),
      username: shown('username', 'SMTP: who signs in.'),
      from: shown('from', 'Who messages come from unless told.'),
      baseUrl: shown('baseUrl', 'TWILIO: where its API is.'),
      accountSid: shown('accountSid', 'TWILIO: the account.'),
      messagingServiceSid: shown('messagingServiceSid', 'TWILIO: the messaging service.'),
      systemId: shown('systemId', 'SMPP: who signs in.'),
      systemType: shown('systemType', 'SMPP: the type of system.'),
      tls: t.exposeBoolean('tls', { nullable: true, description: 'SMPP: whether connections are encrypted.' }),
    };
  },
});

export const IntegrationType = builder.objectType(builder.objectRef<Integration>('Integration'), {
  description: 'The platform through which an account sends on a channel.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`int_` and 16 characters. It stays when the channel is connected anew.' }),
    channel: t.expose('channel', { type: enumTypeOf(integrationChannel), description: 'What it is for.' }),
    provider: t.expose('provider', { type: enumTypeOf(provider), description: 'What carries the messages.' }),
    settings: t.field({
      type: SettingsType,
      description: 'How it is reached.',
      resolve: ({ shown }) => JSON.parse(shown) as ShownSettings,
    }),
    perSecond: t.exposeInt('perSecond', {
      nullable: true,
      description: 'How many messages a second it takes at most; as many as it can without it.',
    }),
    inboundUrl: t.string({
      nullable: true,
      description: 'TWILIO: the address to set there for incoming messages, so that STOP is heard.',
      resolve: ({ id, provider: chosen }, _, { services }) =>
        chosen === 'TWILIO' ? services.publicUrl + twilioPath(id, 'inbound') : null,
    }),
    connectedAt: t.expose('connectedAt', { type: 'DateTime', description: 'Since when, with these settings.' }),
    disconnectedAt: t.expose('disconnectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing goes out through it. It is not listed any more.',
    }),
  }),
});
