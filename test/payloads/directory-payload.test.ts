import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { makeDirectory } from '../support/make-directories.ts';
import { eventId, followInOrder, mutated, time } from './payloads.ts';

const app = useAppWithBackground();

test('a registration contains the member as text; other events of a directory have no data', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { id: directory } = await makeDirectory(app.database, client.owner);
  const person = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthDate: '1815-12-10',
    email: 'ada@example.com',
    phone: '+442079460018',
  };
  const { id } = (await mutated(client, 'createDirectoryUser', { directory, ...person })).user;
  const other = (await mutated(client, 'createDirectoryUser', { directory, email: 'bob@example.com' })).user;
  await mutated(client, 'setDirectoryUserBlocked', { directory, user: id, blocked: true });

  const received = await payloads(3);

  const extras = { directory, kind: 'DIRECTORY_PAGE', account: client.owner.account.id, record: expect.any(Object) };
  const registration = (data: object) => ({
    ...{ id: eventId, datetime: time, type: 'directory_registration', data, ...extras },
  });
  expect(received).toEqual([
    registration({
      userId: id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      birthday: '1815-12-10',
      email: 'ada@example.com',
      phone: '+442079460018',
      created_at: time,
    }),
    registration({
      ...{ userId: other.id, first_name: '', last_name: '', birthday: '' },
      ...{ email: 'bob@example.com', phone: '', created_at: time },
    }),
    { id: eventId, datetime: time, type: 'directory_user_blocked', ...extras },
  ]);
});

test('the record of a registration is the member as REST returns it', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { id: directory } = await makeDirectory(app.database, client.owner);
  const { id } = (await mutated(client, 'createDirectoryUser', { directory, email: 'ada@example.com' })).user;

  const [created] = await payloads(1);

  const { body } = await client.rest(`/v4/directory/${directory}/users/${id}`, undefined, {}, 'GET');
  expect(created?.record).toEqual(body);
});
