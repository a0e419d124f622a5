import type { MessageChannel } from '../../../src/messaging/platform/channel.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { connectServices, makeGroup } from '../../support/make-contacts.ts';
import { type Refusal, type Refusals, refusal, unknown } from './table.ts';

const listGroups = 'query ($channel: MessageChannel!) { contactGroups(channel: $channel) { nodes { id } } }';
const createGroup = 'mutation ($input: CreateContactGroupInput!) { createContactGroup(input: $input) { id } }';

const listContacts = `query ($group: ID!, $channel: MessageChannel) {
  contacts(group: $group, channel: $channel) { nodes { id } }
}`;
const addContact = 'mutation ($input: AddContactInput!) { addContact(input: $input) { updated } }';

/** The differences between the two tools. */
const tools = {
  SMS: {
    path: 'smstool',
    group: 'smsgroup',
    custom: 'customfield',
    customs: 7,
    address: 'phone',
    good: '+49301234567',
    code: 301,
    other: 'EMAIL',
    bad: ['0301234567', '+0301234567', '+49 30 12345 ext 6', 'ada@example.com', '+123456', '+1234567890123456', '+'],
  },
  EMAIL: {
    path: 'emailtool',
    group: 'emailgroup',
    custom: 'custom',
    customs: 10,
    address: 'email',
    good: 'ada@example.com',
    code: 305,
    other: 'SMS',
    bad: ['ada', 'a@b@c', 'ada@', '@example.com', 'ada@localhost', 'ada@example.com\r\nBcc: eve@example.com', '+49301'],
  },
} as const;

/** Refusals of an account that is connected only with the service of the other channel. */
async function withoutService(
  app: App,
  channel: MessageChannel,
  fields: object,
  variables: object,
): Promise<Refusal[]> {
  const stranger = await app.client();
  await connectServices(app.database, stranger.owner, [`${tools[channel].other}_SERVICE`]);
  const refused = refusal(
    'the account is not connected',
    [103],
    { ...fields },
    { ...variables },
    `NO_${channel}_SERVICE`,
  );
  return [{ ...refused, as: stranger }];
}

/** Ids that name no group of the account. */
async function withoutGroup(
  app: App,
  client: Client,
  channel: MessageChannel,
  naming: (group: string) => readonly [fields: object, variables: object],
): Promise<Refusal[]> {
  const { owner } = client;
  await connectServices(app.database, owner);
  const other = await makeGroup(app.database, owner, { channel: tools[channel].other });
  const foreign = await makeGroup(app.database, (await app.client()).owner, { channel });
  const deleted = await makeGroup(app.database, owner, { channel });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE contact_groups SET deleted_at = created_at WHERE id = ?', [deleted.id]),
  );
  const refuse = (when: string, code: number, group: string, problem?: string): Refusal => {
    const [fields, variables] = naming(group);
    return refusal(`the group is ${when}`, [code], { ...fields }, { ...variables }, problem);
  };
  return [
    refuse('malformed', 301, 'gro_!'),
    refuse('too long', 301, `gro_${'0'.repeat(47)}`),
    refuse('named by an id of another kind', 514, unknown.coupon, 'CONTACT_GROUP_NOT_FOUND'),
    refuse('too short', 514, 'gro_nope', 'CONTACT_GROUP_NOT_FOUND'),
    refuse('unknown', 514, unknown.group, 'CONTACT_GROUP_NOT_FOUND'),
    refuse('from another account', 514, foreign.id, 'CONTACT_GROUP_NOT_FOUND'),
    refuse('for the other channel', 514, other.id, 'CONTACT_GROUP_NOT_FOUND'),
    refuse('deleted', 514, deleted.id, 'CONTACT_GROUP_NOT_FOUND'),
  ];
}

const groupList = (channel: MessageChannel): Refusals => ({
  path: `/v3/${tools[channel].path}/grouplist`,
  document: listGroups,
  of: (app) => withoutService(app, channel, {}, { channel }),
});

const addGroup = (channel: MessageChannel): Refusals => ({
  path: `/v3/${tools[channel].path}/addgroup`,
  document: createGroup,
  of: async (app) => {
    const of = (name: unknown) => [{ group_name: name }, { input: { channel, name } }] as const;
    return [
      refusal('group_name is missing', [200], {}, { input: { channel } }),
      refusal('group_name is empty', [200], ...of('')),
      refusal('group_name is blank', [300], ...of('  ')),
      refusal('group_name is too long', [300], ...of('x'.repeat(101))),
      refusal('group_name is a list', [300], ...of([])),
      ...(await withoutService(app, channel, ...of('Regulars'))),
    ];
  },
});

const userList = (channel: MessageChannel): Refusals => ({
  path: `/v3/${tools[channel].path}/userlist`,
  document: listContacts,
  of: async (app, client) => {
    const naming = (group: string) => [{ [tools[channel].group]: group }, { group, channel }] as const;
    return [
      refusal('the group is missing', [200], {}, { channel }),
      ...(await withoutGroup(app, client, channel, naming)),
      ...(await withoutService(app, channel, ...naming(unknown.group))),
    ];
  },
});

const addOne = (channel: MessageChannel): Refusals => ({
  path: `/v3/${tools[channel].path}/addcontact`,
  document: addContact,
  of: async (app, client) => {
    const tool = tools[channel];
    const { id: group } = await makeGroup(app.database, client.owner, { channel });
    const naming = (named: string) =>
      [
        { [tool.group]: named, [tool.address]: tool.good },
        { input: { group: named, [tool.address]: tool.good } },
      ] as const;
    const of = (field: string, argument: string, value: unknown) => {
      const [fields, { input }] = naming(group);
      return [{ ...fields, [field]: value }, { input: { ...input, [argument]: value } }] as const;
    };
    const customs = Array.from({ length: tool.customs }, (_, index) => index + 1);
    return [
      refusal('everything is missing', [200, 200], {}, { input: {} }),
      refusal('the group is missing', [200], { [tool.address]: tool.good }, { input: { [tool.address]: tool.good } }),
      refusal('the address is missing', [200], { [tool.group]: group }, { input: { group } }),
      refusal(
        'the address of a contact with all custom fields is missing',
        [200],
        { [tool.group]: group, ...Object.fromEntries(customs.map((number) => [`${tool.custom}${number}`, 'rye'])) },
        { input: { group, ...Object.fromEntries(customs.map((number) => [`custom${number}`, 'rye'])) } },
      ),
      refusal('the address is empty', [200], of(tool.address, tool.address, '')[0]),
      ...tool.bad.map((bad) => refusal(`the address is ${bad}`, [tool.code], ...of(tool.address, tool.address, bad))),
      refusal('the address is a list', [tool.code], ...of(tool.address, tool.address, [])),
      refusal('first_name is too long', [300], ...of('first_name', 'firstName', 'x'.repeat(101))),
      refusal('last_name is too long', [300], ...of('last_name', 'lastName', 'x'.repeat(101))),
      refusal('birthday is not in the documented format', [303], ...of('birthday', 'birthday', '10.12.1990')),
      refusal('birthday is not a real date', [303], ...of('birthday', 'birthday', '1990-02-30')),
      refusal('birthday has a time', [303], ...of('birthday', 'birthday', '1990-12-10 00:00:00')),
      ...customs.map((number) =>
        refusal(
          `field ${number} is too long`,
          [300],
          ...of(`${tool.custom}${number}`, `custom${number}`, 'x'.repeat(256)),
        ),
      ),
      ...(await withoutGroup(app, client, channel, naming)),
      ...(await withoutService(app, channel, ...naming(unknown.group))),
    ];
  },
});

export const smsGroupList = groupList('SMS');
export const emailGroupList = groupList('EMAIL');
export const smsAddGroup = addGroup('SMS');
export const emailAddGroup = addGroup('EMAIL');
export const smsUserList = userList('SMS');
export const emailUserList = userList('EMAIL');
export const smsAddContact = addOne('SMS');
export const emailAddContact = addOne('EMAIL');
