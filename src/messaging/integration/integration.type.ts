import { z } from 'zod';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { platformHookPath } from '../../vocabulary/links.ts';
import type { Platform } from '../platform/declaration.ts';
import type { ShownSettings } from '../platform/platform.ts';
import { namesOf, type ProviderName, platforms, shownFields, titlesOf } from '../platform/platform-list.inputs.ts';
import { integrationChannel, provider } from './integration.inputs.ts';
import { type Integration, integrationRow, integrations } from './integration.ts';

const SettingsType = builder.objectType(builder.objectRef<ShownSettings>('IntegrationSettings'), {
  description: 'The connection settings of a provider. Passwords, tokens, keys and certificates are left out.',
  fields: (t) =>
    Object.fromEntries(
      [...shownFields].map(([name, { input, isTime, storedAs, description }]) => [
        name,
        t.field({
          type: isTime ? 'DateTime' : (outputTypeOf(input) as 'String'),
          nullable: true,
          description,
          resolve: (settings) => (settings[storedAs] as string | undefined) ?? null,
        }),
      ]),
    ),
});

function outputTypeOf(input: z.ZodType | null): unknown {
  if (input instanceof z.ZodEnum) return enumTypeOf(input as z.ZodEnum<Record<string, string>>);
  if (input instanceof z.ZodNumber) return 'Int';
  return input instanceof z.ZodBoolean ? 'Boolean' : 'String';
}

const reports = ({ hooks }: Platform) => hooks !== undefined;

export const IntegrationType = builder.objectType(builder.objectRef<Integration>('Integration'), {
  interfaces: [NodeType],
  description: 'The connection of the account to a messaging or wallet platform for one purpose.',
  fields: (t) => ({
    ...shownColumns(t, integrations, {
      id: '`int_` followed by 16 characters. Does not change when the account connects a platform for this purpose again.',
      perSecond:
        'The maximum number of messages, device notifications (APPLE) or API calls (GOOGLE) per second. Null for the default: no limit for messages, 200 for APPLE, 20 for GOOGLE.',
      connectedAt: 'When the account was connected with these settings.',
      disconnectedAt: 'When the integration was disconnected. Disconnected integrations are not listed.',
    }),
    channel: t.expose('channel', {
      type: enumTypeOf(integrationChannel),
      description: 'The purpose of the integration.',
    }),
    provider: t.field({
      type: enumTypeOf(provider),
      description: 'The provider that carries the messages or passes.',
      resolve: (integration) => integration.provider as ProviderName,
    }),
    settings: t.field({
      type: SettingsType,
      description: 'The connection settings.',
      resolve: ({ shown }) => JSON.parse(shown) as ShownSettings,
    }),
    inboundUrl: t.string({
      nullable: true,
      description: `${namesOf(reports)}: the webhook address for incoming messages. Set it at ${titlesOf(reports)} so that replies such as STOP reach the service.`,
      resolve: ({ id, provider: chosen }, _, { services }) =>
        reports(platforms[chosen as ProviderName])
          ? services.publicUrl + platformHookPath(chosen, id, 'inbound')
          : null,
    }),
  }),
});

readableById(IntegrationType, { form: idPattern('integration'), find: ofAccount(integrationRow), scope: 'ADMIN' });
