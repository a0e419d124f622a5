import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { withoutDirectory, withoutUser } from './directory-names.ts';
import { type Refusal, type Refusals, refusal } from './table.ts';

const users = '/v4/directory/{id}/users';
const oneUser = `${users}/{userId}` as const;

type Name = { directory: string; user: string };

const inPath = ({ directory, user }: Name) => ({ id: directory, userId: user });

const listDocument = `query ($directory: ID!, $first: Int, $page: Int) {
  directoryUsers(directory: $directory, first: $first, page: $page) { nodes { id } }
}`;

export const userList: Refusals = {
  method: 'GET',
  path: users,
  document: listDocument,
  of: async (app, client) => {
    const { id } = await makeDirectory(app.database, client.owner);
    const of = (fields: object, variables?: object) =>
      [{ id, ...fields }, variables && { directory: id, ...variables }] as const;
    return [
      refusal('the page is not a number', [301], ...of({ 'pagination[page]': 'two' }, { page: 'two' })),
      refusal('the page is zero', [301], ...of({ 'pagination[page]': 0 }, { page: 0 })),
      refusal('the limit is not a number', [301], ...of({ 'pagination[limit]': 'x' }, { first: 'x' })),
      refusal('the limit is zero', [301], ...of({ 'pagination[limit]': 0 })),
      refusal('the limit is more than 1,000', [301], ...of({ 'pagination[limit]': 1001 }, { first: 1001 })),
      refusal('pagination is not an object', [302], ...of({ pagination: '2' })),
      refusal('the page in JSON is not a number', [301], ...of({ pagination: '{"page":[]}' })),
      ...(await withoutDirectory(app, client, (id) => [{ id }, { directory: id }])),
    ];
  },
};

export const userListV3: Refusals = {
  path: '/v3/directoryusers/list',
  document: listDocument,
  of: async (app, client) => {
    const { id: directory } = await makeDirectory(app.database, client.owner);
    const of = (page: unknown) =>
      [
        { directory, page },
        { directory, page },
      ] as const;
    return [
      refusal('directory is missing', [200], {}, {}),
      refusal('page is not a number', [301], ...of('two')),
      refusal('page is zero', [301], ...of(0)),
      refusal('page is a fraction', [301], ...of(1.5)),
      refusal('directory is missing and page is not a number', [200, 301], { page: 'two' }),
      ...(await withoutDirectory(app, client, (directory) => [{ directory }, { directory }], 301)),
    ];
  },
};

export const userGet: Refusals = {
  method: 'GET',
  path: oneUser,
  document: 'query ($directory: ID!, $user: ID!) { directoryUser(directory: $directory, user: $user) { id } }',
  of: (app, client) => withoutUser(app, client, (name) => [inPath(name), name]),
};

export const userCreate: Refusals = {
  path: users,
  document: 'mutation ($input: CreateDirectoryUserInput!) { createDirectoryUser(input: $input) { user { id } } }',
  of: async (app, client) => {
    const { email, directoryId: id } = await makeDirectoryUser(app.database, client.owner);
    const good = { email: 'new@example.com' };
    const of = (fields: object, input: object) =>
      [{ id, ...good, ...fields }, { input: { directory: id, ...good, ...input } }] as const;
    const long = (when: string, name: string, argument: string, length: number, code = 300): Refusal =>
      refusal(when, [code], ...of({ [name]: 'x'.repeat(length + 1) }, { [argument]: 'x'.repeat(length + 1) }));
    return [
      refusal('email is missing', [200], { id }, { input: { directory: id } }),
      refusal('email is not an address', [305], ...of({ email: 'ada' }, { email: 'ada' })),
      refusal('email is an object', [305], ...of({ email: {} }, { email: {} })),
      refusal('password is too short', [300], ...of({ password: '7 chars' }, { password: '7 chars' })),
      long('password is too long', 'password', 'password', 128),
      refusal(
        'birth_date is not in the documented format',
        [303],
        ...of({ birth_date: '10.12.90' }, { birthDate: '10.12.90' }),
      ),
      refusal('birth_date is not a real date', [303], ...of({ birth_date: '1990-02-30' }, { birthDate: '1990-02-30' })),
      long('first_name is too long', 'first_name', 'firstName', 100),
      long('last_name is too long', 'last_name', 'lastName', 100),
      long('phone is too long', 'phone', 'phone', 50, 301),
      long('address is too long', 'address', 'address', 255),
      long('zip is too long', 'zip', 'zip', 20),
      long('city is too long', 'city', 'city', 100),
      long('custom_3 is too long', 'custom_3', 'custom3', 255),
      refusal('the email is registered', [365], ...of({ email }, { email }), 'DIRECTORY_EMAIL_TAKEN'),
      refusal(
        'the email is registered with different capitals',
        [365],
        ...of({ email: email.toUpperCase() }, { email: email.toUpperCase() }),
        'DIRECTORY_EMAIL_TAKEN',
      ),
      ...(await withoutDirectory(app, client, (id) => [{ id, ...good }, { input: { directory: id, ...good } }])),
    ];
  },
};

export const userUpdate: Refusals = {
  path: oneUser,
  document: 'mutation ($input: SetDirectoryUserBlockedInput!) { setDirectoryUserBlocked(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, directoryId: directory } = await makeDirectoryUser(app.database, client.owner);
    const of = (block: unknown, name = { directory, user }) =>
      [{ ...inPath(name), block }, { input: { ...name, blocked: block } }] as const;
    return [
      ...['maybe', 'y', 2, -1, {}, []].map((block) =>
        refusal(`block is ${JSON.stringify(block)}`, [302], ...of(block)),
      ),
      ...(await withoutUser(app, client, (name) => of(true, name))),
    ];
  },
};

export const accessGive: Refusals = {
  path: `${oneUser}/access`,
  document: 'mutation ($input: GrantPaidAccessInput!) { grantPaidAccess(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, directoryId: directory } = await makeDirectoryUser(app.database, client.owner);
    const of = (expires_at: unknown, name = { directory, user }) =>
      [{ ...inPath(name), expires_at }, { input: { ...name, expiresAt: expires_at } }] as const;
    const wrong = (when: string, expires_at: unknown) =>
      refusal(`expires_at ${when}`, [303], { ...inPath({ directory, user }), expires_at });
    return [
      refusal('expires_at is not a date', [303], ...of('tomorrow')),
      refusal('expires_at is a number', [303], ...of(4_102_444_800)),
      refusal('expires_at is a list', [303], ...of(['2999-01-01 00:00:00', '2999-01-02 00:00:00'])),
      wrong('is a day without a time', '2999-12-31'),
      wrong('has no seconds', '2999-12-31 23:59'),
      wrong('has milliseconds', '2999-12-31 23:59:59.000'),
      wrong('is written like ISO 8601', '2999-12-31T23:59:59Z'),
      wrong('has a zone', '2999-12-31 23:59:59+00:00'),
      wrong('has a short month', '2999-1-31 23:59:59'),
      wrong('has spaces around it', ' 2999-12-31 23:59:59 '),
      wrong('is a day that does not exist', '2999-02-29 00:00:00'),
      wrong('is a month that does not exist', '2999-13-01 00:00:00'),
      wrong('has hour 24', '2999-12-31 24:00:00'),
      wrong('has minute 60', '2999-12-31 23:60:00'),
      wrong('has second 60', '2999-12-31 23:59:60'),
      refusal(
        'expires_at is in the past',
        [303],
        { ...inPath({ directory, user }), expires_at: '2020-01-01 00:00:00' },
        {
          input: { directory, user, expiresAt: '2020-01-01T00:00:00Z' },
        },
      ),
      ...(await withoutUser(app, client, (name) => [
        { ...inPath(name), expires_at: '2999-12-31 23:59:59' },
        { input: { ...name, expiresAt: '2999-12-31T23:59:59Z' } },
      ])),
    ];
  },
};

export const accessTake: Refusals = {
  method: 'DELETE',
  path: `${oneUser}/access`,
  document: 'mutation ($input: RevokePaidAccessInput!) { revokePaidAccess(input: $input) { id } }',
  of: (app, client) => withoutUser(app, client, (name) => [inPath(name), { input: name }]),
};

export const signOn: Refusals = {
  path: `${oneUser}/sso`,
  document: 'mutation ($input: CreateSingleSignOnInput!) { createSingleSignOn(input: $input) { token } }',
  of: async (app, client) => {
    const { id: user, directoryId: directory } = await makeDirectoryUser(app.database, client.owner, { blocked: true });
    const name = { directory, user };
    return [
      refusal('the user is blocked', [361], inPath(name), { input: name }, 'DIRECTORY_USER_BLOCKED'),
      ...(await withoutUser(app, client, (name) => [inPath(name), { input: name }])),
    ];
  },
};
