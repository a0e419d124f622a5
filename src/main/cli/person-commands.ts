import type { Command } from 'commander';
import { z } from 'zod';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { invite } from '../../people/link/invitation.ts';
import { issueLink, revokeLinksMadeBy, revokeLinksOf } from '../../people/link/person-link.ts';
import { accountMembers, findMembers, lockMembers, requireMember } from '../../people/person/account-member.ts';
import { personEmail, roleInput } from '../../people/person/person.inputs.ts';
import { findCredentialOf, findCredentials } from '../../people/person/person.ts';
import { removeMember } from '../../people/person/person-removal.ts';
import { endSignInsFor, endSignInsOf } from '../../people/sign-in/person-sign-in.ts';
import { invitationPath, passwordResetPath } from '../../vocabulary/links.ts';
import { readEnv } from '../process/env.ts';
import { browserUrl, publicUrlOf } from '../process/public-url.ts';
import { inTransaction, onMigratedDatabase, requireAccount } from './command-database.ts';
import { checked } from './options.ts';

type Options = Record<string, string>;

export function addPeople(program: Command): void {
  const person = program.command('person').description('Manage the people who sign in to the console.');

  person
    .command('invite')
    .description('Print a link with which a person joins an account. It works once and expires after 72 hours.')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--email <address>', 'the email address of the person')
    .option('--role <role>', 'owner, marketer or analyst', 'owner')
    .action((given: Options) =>
      inTransaction(async (transaction) => {
        const input = { ...given, role: given.role?.toUpperCase() };
        const { email, role } = checked(z.object({ email: personEmail, role: roleInput }), input);
        const invited = { accountId: given.account ?? '', email, role, madeBy: null };
        const { token } = await invite(transaction, invited);
        return linkStart() + invitationPath(token);
      }),
    );

  person
    .command('list')
    .description('List the people of an account.')
    .requiredOption('--account <id>', 'the account')
    .action(({ account = '' }: Options) =>
      onMigratedDatabase(async (database) => {
        await requireAccount(database, account);
        const found = await findRows(database, accountMembers, { accountId: account });
        const members = await findMembers(
          database,
          account,
          found.map(({ personId }) => personId),
        );
        console.table(members.map(({ id, email, role, lastSignedInAt }) => ({ id, email, role, lastSignedInAt })));
      }),
    );

  person
    .command('remove')
    .description('Remove a person from an account and sign them out there.')
    .argument('<person>', 'the email address or the id of the person')
    .requiredOption('--account <id>', 'the account')
    .action((person: string, { account = '' }: Options) =>
      inTransaction(async (transaction) => {
        const id = await personNamed(transaction, person, account);
        await lockMembers(transaction, account);
        const member = await requireMember(transaction, account, id);
        await endSignInsFor(transaction, member);
        await revokeLinksMadeBy(transaction, member);
        await removeMember(transaction, member);
        return `Removed ${id}`;
      }),
    );

  person
    .command('reset-password')
    .description('Print a link with which a person sets a new password. It works once and expires after 72 hours.')
    .argument('<person>', 'the email address or the id of the person')
    .action((person: string) =>
      inTransaction(async (transaction) => {
        const personId = await personNamed(transaction, person);
        await revokeLinksOf(transaction, personId);
        const { token } = await issueLink(transaction, { kind: 'RESET', personId });
        return linkStart() + passwordResetPath(token);
      }),
    );

  person
    .command('sign-out')
    .description('Sign a person out of all browsers.')
    .argument('<person>', 'the email address or the id of the person')
    .action((person: string) =>
      inTransaction(async (transaction) => {
        const id = await personNamed(transaction, person);
        return `Ended sign-ins: ${await endSignInsOf(transaction, id)}`;
      }),
    );
}

/** Finds a person. Without an account, the address must belong to only one person. */
async function personNamed(connection: Connection, name: string, accountId?: string): Promise<string> {
  const named = name.startsWith('per_')
    ? [await findCredentialOf(connection, name)]
    : await findCredentials(connection, name);
  const ids = named.flatMap((person) => person?.id ?? []);
  const found = accountId ? (await findMembers(connection, accountId, ids)).map(({ id }) => id) : ids;
  const [id] = found;
  if (!id) throw new Problem('PERSON_NOT_FOUND');
  if (found.length > 1) throw new Error(`Several people have this address. Name one by the id: ${found.join(', ')}`);
  return id;
}

const linkStart = () => browserUrl(publicUrlOf(readEnv()));
