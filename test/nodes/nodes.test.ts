import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/main/registries/schema.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeAccount, makeCoupon } from '../support/make.ts';
import { makeLocation } from '../support/make-locations.ts';

const app = useApp();
let us: Client;
let them: Client;
let ours: Record<string, string>;
let theirs: Record<string, string>;

/** The types of what `makeNodes` makes. */
const typenames: Record<string, string> = {
  account: 'Account',
  apiKey: 'ApiKey',
  auditEntry: 'AuditEntry',
  loggedRequest: 'LoggedRequest',
  category: 'Category',
  contact: 'Contact',
  contactGroup: 'ContactGroup',
  coupon: 'Coupon',
  directory: 'Directory',
  directoryCampaign: 'DirectoryCampaign',
  directoryUser: 'DirectoryUser',
  earnedReward: 'EarnedReward',
  event: 'Event',
  folder: 'Folder',
  integration: 'Integration',
  job: 'Job',
  ledgerEntry: 'LedgerEntry',
  loyaltyCard: 'LoyaltyCard',
  loyaltyUser: 'LoyaltyUser',
  location: 'Location',
  message: 'Message',
  optOut: 'OptOut',
  loyaltyPerson: 'LoyaltyPerson',
  person: 'Person',
  personLink: 'Invitation',
  reward: 'LoyaltyReward',
  session: 'CouponSession',
  signIn: 'SignIn',
  smsGroup: 'ContactGroup',
  tag: 'Tag',
  till: 'Till',
  walletPush: 'WalletPush',
  webhookDelivery: 'WebhookDelivery',
  webhookEndpoint: 'WebhookEndpoint',
};

const forAdmins = new Set([
  'apiKey',
  'auditEntry',
  'integration',
  'loggedRequest',
  'person',
  'personLink',
  'signIn',
  'till',
  'webhookDelivery',
  'webhookEndpoint',
]);

const one = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const many = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

beforeAll(async () => {
  [us, them] = [await app.client(), await app.client()];
  [ours, theirs] = [await makeNodes(us, 'autumn'), await makeNodes(them, 'winter')];
});

/** Makes an object of every type that implements `Node`, and returns the ids. */
async function makeNodes(client: Client, tag: string): Promise<Record<string, string>> {
  const { sequence: _, loyaltyUser: loyaltyPerson, ...things } = await makeThings(app.database, client.owner);
  await makeCoupon(app.database, client.owner, { tags: [tag] });
  const mutate = async (name: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const { data } = await client.graphql(`mutation ($i: ${type}!) { ${name}(input: $i) { id } }`, { i: input });
    return data[name].id as string;
  };
  await mutate('addDirectoryCampaign', { directory: things.directory, campaign: things.coupon });
  return {
    ...things,
    account: client.owner.account.id,
    directoryCampaign: `${things.directory}:${things.coupon}`,
    location: (await makeLocation(app.database, client.owner)).id,
    loyaltyUser: `${things.loyaltyCard}:${loyaltyPerson}`,
    optOut: await mutate('optOut', { channel: 'EMAIL', address: `${tag}@example.com` }),
    loyaltyPerson: loyaltyPerson ?? '',
    tag: `tag_${tag}`,
  };
}

test('every type that has an id implements Node', () => {
  const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());

  const implementing = withId.filter((type) => isObjectType(type) && type.getInterfaces()[0]?.name === 'Node');
  expect(withId.map(({ name }) => name)).toEqual(implementing.map(({ name }) => name));
  expect(new Set(Object.values(typenames))).toEqual(new Set(withId.map(({ name }) => name)));
});

describe.each(Object.entries(typenames))('%s', (name, typename) => {
  test('is found by its id', async () => {
    expect((await us.graphql(one, { id: ours[name] })).data).toEqual({
      node: { __typename: typename, id: ours[name] },
    });
  });

  test('of another account is null, like one that does not exist', async () => {
    expect((await us.graphql(one, { id: theirs[name] })).data).toEqual({ node: null });
    expect((await us.graphql(many, { ids: [theirs[name]] })).data).toEqual({ nodes: [null] });
  });

  test(`needs the scope ${forAdmins.has(name) ? 'ADMIN' : 'READ'}`, async () => {
    const { account } = us.owner;
    const [reading, administering] = [
      await app.client({ account, scopes: ['READ'] }),
      await app.client({ account, scopes: ['ADMIN'] }),
    ];
    const [allowed, refused] = forAdmins.has(name) ? [administering, reading] : [reading, administering];

    expect((await allowed.graphql(one, { id: ours[name] })).codes).toEqual([]);
    expect((await refused.graphql(one, { id: ours[name] })).codes).toEqual(['FORBIDDEN']);
    expect((await refused.graphql(many, { ids: [ours[name]] })).codes).toEqual(['FORBIDDEN']);
  });
});

test('nodes come in the order of their ids, also twice, with null for those that do not exist', async () => {
  const ids = [ours.session, newId('coupon'), ours.coupon, ours.session, theirs.coupon, ours.loyaltyUser];

  const { data } = await us.graphql(many, { ids });

  expect(data.nodes.map((node: { id: string } | null) => node?.id ?? null)).toEqual([
    ours.session,
    null,
    ours.coupon,
    ours.session,
    null,
    ours.loyaltyUser,
  ]);
});

test('nodes have the fields of their types', async () => {
  const { data, codes } = await us.graphql(
    `query ($ids: [ID!]!) { nodes(ids: $ids) {
      ... on CouponSession { session coupon { name } }
      ... on LoyaltyUser { userId card { id } rewards { name } ledger { nodes { delta } } }
      ... on Contact { email }
      ... on WebhookDelivery { endpoint { id } }
    } }`,
    { ids: [ours.session, ours.loyaltyUser, ours.contact, ours.webhookDelivery] },
  );

  expect(codes).toEqual([]);
  expect(data.nodes).toMatchObject([
    { session: ours.session, coupon: { name: 'Bread' } },
    { userId: ours.loyaltyPerson, card: { id: ours.loyaltyCard }, rewards: [{}] },
    { email: expect.stringContaining('@') },
    { endpoint: { id: ours.webhookEndpoint } },
  ]);
});

test('a subaccount is found by an administrator of its parent only', async () => {
  const { account } = us.owner;
  const child = await makeAccount(app.database, { parent: account });
  const reading = await app.client({ account, scopes: ['READ'] });

  expect((await us.graphql(one, { id: child.account.id })).data.node).toEqual({
    __typename: 'Account',
    id: child.account.id,
  });
  expect((await reading.graphql(one, { id: child.account.id })).codes).toEqual(['FORBIDDEN']);
  expect((await them.graphql(one, { id: child.account.id })).data).toEqual({ node: null });
});

test('an event of a subaccount is found by its parent only', async () => {
  const { data } = await us.graphql('mutation { createAccount(input: { name: "North" }) { id } }');
  const [event] = await app.database.rows<{ id: string }>('SELECT e.id AS id FROM events e WHERE e.account_id = ?', [
    data.createAccount.id,
  ]);
  const query = 'query ($id: ID!) { node(id: $id) { ... on Event { type account } } }';

  expect((await us.graphql(query, { id: event?.id })).data.node).toEqual({
    type: 'subaccount_created',
    account: data.createAccount.id,
  });
  expect((await them.graphql(query, { id: event?.id })).data).toEqual({ node: null });
});

test('a deleted directory takes its categories, campaigns and members with it', async () => {
  const owner = await app.client();
  const gone = await makeNodes(owner, 'gone');
  await owner.graphql('mutation ($id: ID!) { deleteDirectory(input: { id: $id }) { id } }', { id: gone.directory });

  const ids = [gone.directory, gone.category, gone.directoryCampaign, gone.directoryUser];
  expect((await owner.graphql(many, { ids })).data).toEqual({ nodes: [null, null, null, null] });
});

test('contacts and groups need the service of their channel, as lists of them do', async () => {
  const owner = await app.client();
  const { contact, contactGroup } = await makeNodes(owner, 'quiet');
  const { data } = await owner.graphql('{ integrations(filter: { channel: EMAIL_SERVICE }) { nodes { id } } }');
  await owner.graphql('mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { id } }', {
    i: { id: data.integrations.nodes[0].id },
  });

  expect((await owner.graphql(many, { ids: [contact, contactGroup] })).data).toEqual({ nodes: [null, null] });
});

test.each(['', 'Bread', 'cam_', 'xyz_0123456789ab', 'usr_0123456789abcdef:loy_0123456789ab'])(
  'refuses %j, which is the id of nothing',
  async (id) => {
    expect((await us.graphql(one, { id })).codes).toEqual(['INVALID_INPUT']);
    expect((await us.graphql(many, { ids: [ours.coupon, id] })).errors[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'ids.1',
    });
  },
);

test('at most 100 nodes are read at once', async () => {
  const ids = Array.from({ length: 101 }, () => newId('coupon'));

  expect((await us.graphql(many, { ids })).codes).toEqual(['INVALID_INPUT']);
  expect((await us.graphql(many, { ids: ids.slice(1) })).data.nodes).toHaveLength(100);
});

test('a person has a loyalty user on each card, with an id of its own', async () => {
  const { data } = await us.graphql(
    'mutation { createLoyaltyCard(input: { name: "Second", type: MEMBERSHIP }) { id } }',
  );
  const second = data?.createLoyaltyCard?.id;
  const linked = await us.graphql(
    'mutation ($i: LinkLoyaltyUserInput!) { linkLoyaltyUser(input: $i) { id userId cardId } }',
    { i: { card: second, user: ours.loyaltyPerson } },
  );

  expect(linked.data?.linkLoyaltyUser).toEqual({
    id: `${second}:${ours.loyaltyPerson}`,
    userId: ours.loyaltyPerson,
    cardId: second,
  });
});
