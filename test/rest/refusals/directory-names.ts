import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { type Refusal, refusal, unknown } from './table.ts';

/** Makes a request that is valid except for the directory or user that it names, for REST and GraphQL. */
type Naming<Name> = (name: Name) => readonly [fields: object, variables: object];

/** Ids that name no directory. Malformed ids are not found where the documentation has no code for them. */
export async function withoutDirectory(
  { database, client }: App,
  caller: Client,
  naming: Naming<string>,
  malformed = 507,
): Promise<Refusal[]> {
  const deleted = await makeDirectory(database, caller.owner);
  await caller.graphql('mutation ($id: ID!) { deleteDirectory(input: { id: $id }) { id } }', { id: deleted.id });
  const foreign = await makeDirectory(database, (await client()).owner);
  const refuse = (when: string, directory: string, problem?: string): Refusal => {
    const [fields, variables] = naming(directory);
    return refusal(`the directory is ${when}`, [problem ? 507 : malformed], { ...fields }, { ...variables }, problem);
  };
  return [
    refuse('malformed', 'dir_!'),
    refuse('named by an id of another kind', unknown.card, 'DIRECTORY_NOT_FOUND'),
    refuse('too short', 'dir_nope', 'DIRECTORY_NOT_FOUND'),
    refuse('unknown', unknown.directory, 'DIRECTORY_NOT_FOUND'),
    refuse('from another account', foreign.id, 'DIRECTORY_NOT_FOUND'),
    refuse('deleted', deleted.id, 'DIRECTORY_NOT_FOUND'),
  ];
}

/** Ids that name no user of the directory. */
export async function withoutUser(
  app: App,
  client: Client,
  naming: Naming<{ directory: string; user: string }>,
): Promise<Refusal[]> {
  const { id: user, directoryId: directory } = await makeDirectoryUser(app.database, client.owner);
  const other = await makeDirectoryUser(app.database, client.owner);
  const foreign = await makeDirectoryUser(app.database, (await app.client()).owner);
  const refuse = (when: string, user: string, problem?: string): Refusal => {
    const [fields, variables] = naming({ directory, user });
    return refusal(`the user is ${when}`, [517], { ...fields }, { ...variables }, problem);
  };
  return [
    ...(await withoutDirectory(app, client, (directory) => naming({ directory, user }))),
    refuse('malformed', 'reg_!'),
    refuse('unknown', unknown.member, 'DIRECTORY_USER_NOT_FOUND'),
    refuse('from another directory', other.id, 'DIRECTORY_USER_NOT_FOUND'),
    refuse('from another account', foreign.id, 'DIRECTORY_USER_NOT_FOUND'),
  ];
}
