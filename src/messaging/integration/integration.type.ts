import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { twilioPath } from '../../kernel/values/links.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import type { ShownSettings } from '../platform/platform-settings.ts';
import { integrationChannel, provider } from './integration.inputs.ts';
import { type Integration, integrationRow } from './integration.ts';
import { security } from './settings.inputs.ts';

const SettingsType = builder.objectType(builder.objectRef<ShownSettings>('IntegrationSettings'), {
  description: 'The connection settings of a provider, without passwords, tokens, keys and certificates.',
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
      username: shown('username', 'SMTP: the user name.'),
      from: shown('from', 'The default sender of messages.'),
      baseUrl: shown('baseUrl', 'TWILIO and GOOGLE: the base address of the API.'),
      accountSid: shown('accountSid', 'TWILIO: the account SID.'),
      messagingServiceSid: shown('messagingServiceSid', 'TWILIO: the SID of the messaging service.'),
      systemId: shown('systemId', 'SMPP: the system id.'),
      systemType: shown('systemType', 'SMPP: the system type.'),
      passType: shown('passType', 'APPLE: the pass type id of the certificate.'),
      team: shown('team', 'APPLE: the team id of the certificate.'),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        nullable: true,
        description:
          'APPLE: when the certificate expires. Afterwards, passes on phones stay but do not change any more.',
      }),
      issuerId: shown('issuerId', 'GOOGLE: the id of the issuer.'),
      serviceAccountEmail: t.string({
        nullable: true,
        description: 'GOOGLE: the email address of the service account.',
        resolve: ({ email }) => email ?? null,
      }),
      tls: t.exposeBoolean('tls', { nullable: true, description: 'SMPP: whether connections use TLS.' }),
    };
  },
});

export const IntegrationType = builder.objectType(builder.objectRef<Integration>('Integration'), {
  interfaces: [NodeType],
  description: 'The connection of the account to a messaging or wallet platform for one purpose.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        '`int_` followed by 16 characters. Stays the same when the account connects a platform for this purpose again.',
    }),
    channel: t.expose('channel', {
      type: enumTypeOf(integrationChannel),
      description: 'The purpose of the integration.',
    }),
    provider: t.expose('provider', {
      type: enumTypeOf(provider),
      description: 'The provider that carries the messages or passes.',
    }),
    settings: t.field({
      type: SettingsType,
      description: 'The connection settings.',
      resolve: ({ shown }) => JSON.parse(shown) as ShownSettings,
    }),
    perSecond: t.exposeInt('perSecond', {
      nullable: true,
      description:
        'The most per second: messages, phones that are told of a change (APPLE), or calls (GOOGLE). Null for the default: no limit for messages, 200 for APPLE, 20 for GOOGLE.',
    }),
    inboundUrl: t.string({
      nullable: true,
      description:
        'TWILIO: the webhook address to set at Twilio for incoming messages, so that replies such as STOP reach the service.',
      resolve: ({ id, provider: chosen }, _, { services }) =>
        chosen === 'TWILIO' ? services.publicUrl + twilioPath(id, 'inbound') : null,
    }),
    connectedAt: t.expose('connectedAt', {
      type: 'DateTime',
      description: 'When the account was connected with these settings.',
    }),
    disconnectedAt: t.expose('disconnectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the integration was disconnected. Disconnected integrations are not listed.',
    }),
  }),
});

readableById(IntegrationType, { form: idPattern('integration'), find: ofAccount(integrationRow), scope: 'ADMIN' });
