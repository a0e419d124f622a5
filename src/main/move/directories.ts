import { accounts } from '../../accounts/account/account.ts';
import { addPlacement, placements } from '../../directories/campaign/placement.ts';
import { categories } from '../../directories/category/category.ts';
import { blankDirectory, type Directory, directories } from '../../directories/directory/directory.ts';
import { insertMemberKeys } from '../../directories/user/member-key.ts';
import { expirePaidAccessJob } from '../../directories/user/paid-access.ts';
import { directoryUsers } from '../../directories/user/user.ts';
import { absent } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows, hasRow, insertRow, insertRows, requireRow } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { dummyHash } from '../../kernel/threads/passwords.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { endOfTime, now } from '../../kernel/values/instant.ts';
import { quarterOf, Tally } from '../../statistics/tally/tally.ts';
import { type AccountMove, idOf, note, pagePath, pagesOf, type Step, type Storing, textsIn } from './account-move.ts';
import { idOfNew, idsFor, keepIds, knownIds, ourId } from './external-keys.ts';
import {
  directoriesAnswer,
  membersAnswer,
  type OlderDirectory,
  olderDirectoriesAnswer,
  type SourceDirectory,
  type SourceMember,
} from './source-shapes.ts';

export async function moveDirectories(move: AccountMove): Promise<void> {
  const { source, dryRun } = move;
  const found = await source.get('/v4/directory', directoriesAnswer);
  const { directory_info: older } = await source.post('/v3/directory/list', {}, olderDirectoriesAnswer);
  for (const directory of found) {
    const former = older.find(({ code }) => code === directory.code) ?? null;
    await move.storeOne('directories', directory.id, (storing) => storeDirectory(storing, directory, former));
    const ours = await ourId(move, 'directory', directory.id);
    if (!ours && !dryRun) continue;
    const path = `/v4/directory/${encodeURIComponent(directory.id)}/users`;
    const pages = pagesOf((page) => source.get(pagePath(path, page), membersAnswer), idOf);
    const step = move.step(`members ${directory.id}`, 'members');
    await move.storeParts(step, pages, (storing) => storeMembers(storing, ours));
  }
}

async function storeDirectory(storing: Storing, given: SourceDirectory, former: OlderDirectory | null): Promise<void> {
  const { accountId, dryRun, transaction, step } = storing;
  const { id: external, code } = given;
  const names = [external, ...(former && former.ID !== external ? [former.ID] : [])];
  const id = await idOfNew(storing, { kind: 'directory', names, code });
  if (!id || dryRun) return;
  const text = textsIn(step, external, given);
  const { timezone } = await requireRow(transaction, accounts, { id: accountId });
  const directory: Directory = {
    ...blankDirectory(accountId, timezone),
    ...{ id, code, name: text('name', 100) || external },
    description: text('description', 10_000),
    imageUrl: given.preview_image?.startsWith('https://') ? given.preview_image.slice(0, 500) : null,
    createdAt: given.created_at ?? now(),
  };
  await insertRow(transaction, directories, directory);
  if (former) await placeCampaigns(storing, directory, former);
}

async function placeCampaigns(storing: Storing, directory: Directory, former: OlderDirectory): Promise<void> {
  const { accountId, transaction, step } = storing;
  const { id: directoryId } = directory;
  const externals = former.categories.map(({ ID }) => ID);
  const ids = await idsFor(transaction, 'category', externals);
  const rows = former.categories.map((category, index) => ({
    ...{ id: ids.get(category.ID) as string, accountId, directoryId, position: index + 1, createdAt: now() },
    name: textsIn(step, category.ID, category)('name', 100) || category.ID,
  }));
  await insertRows(transaction, categories, rows);
  await keepIds(storing, 'category', ids);
  for (const { ID, category } of former.campaigns) {
    const [coupon, card] = await Promise.all([
      knownIds(transaction, accountId, 'coupon', [ID]),
      knownIds(transaction, accountId, 'loyaltyCard', [ID]),
    ]);
    const campaign = coupon.get(ID) ?? card.get(ID);
    if (!campaign) note(step, ID, 'the campaign was not placed in its directory, because it was not stored');
    else if (!(await hasRow(transaction, placements, { directoryId, campaignId: campaign })))
      await addPlacement(transaction, directory, { campaign, category: ids.get(category ?? '') ?? null, paid: false });
  }
}

async function storeMembers(storing: Storing<SourceMember>, directoryId: string | null): Promise<void> {
  const { accountId, dryRun, transaction, step, items } = storing;
  const { counted } = step;
  const known = await knownIds(transaction, accountId, 'directoryUser', items.map(idOf));
  const fresh = items.filter(({ id }) => !known.has(id));
  counted.unchanged += items.length - fresh.length;
  const taken = await emailsOf(transaction, directoryId ?? '', fresh);
  const accepted = fresh.filter(({ id, data: { email } }) => {
    const key = emailKey(email);
    if (!taken.has(key) && email.length <= 254) return Boolean(taken.add(key));
    note(step, id, 'the member was not stored: another member of the directory has the email address', true);
    return false;
  });
  counted.stored += accepted.length;
  if (dryRun || directoryId === null || accepted.length === 0) return;
  const ids = await idsFor(transaction, 'directoryUser', accepted.map(idOf));
  const ours = (id: string) => ({ accountId, directoryId, id: ids.get(id) as string });
  const rows = accepted.map((given) => memberOf(step, given, ours(given.id)));
  await insertRows(transaction, directoryUsers, rows);
  await insertMemberKeys(transaction, rows);
  await keepIds(storing, 'directoryUser', ids);
  const tally = new Tally();
  for (const { createdAt } of rows)
    tally.add({ accountId, campaignId: directoryId }, quarterOf(createdAt), { members: 1 });
  await tally.store(transaction);
  for (const { id, paidAccessUntil: until } of rows)
    if (until && until > now() && until !== endOfTime)
      await enqueue(transaction, expirePaidAccessJob, { user: id, until }, { dueAt: until });
}

async function emailsOf(transaction: Transaction, directoryId: string, members: readonly SourceMember[]) {
  const which = { directoryId, emailKey: members.map(({ data }) => emailKey(data.email)) };
  const rows = await findRows(transaction, directoryUsers, which, { select: ['emailKey'] });
  return new Set(rows.map(({ emailKey }) => emailKey));
}

/** Returns a member without a password. The source does not reveal it, so the member must set a new one. */
function memberOf(
  step: Step,
  { id: external, data, subscription, blocked, created_at }: SourceMember,
  ours: { accountId: string; directoryId: string; id: string },
) {
  const text = textsIn(step, external, data);
  return {
    ...absent(directoryUsers),
    ...ours,
    ...{ email: data.email, emailKey: emailKey(data.email), passwordHash: dummyHash },
    ...{ firstName: text('first_name', 100), lastName: text('last_name', 100), phone: text('phone', 50) },
    birthDate: /^\d{4}-\d\d-\d\d$/.test(data.birth_date ?? '') ? data.birth_date : null,
    ...{ address: text('address', 255), zip: text('zip', 20), city: text('city', 100) },
    ...{ custom1: text('custom_1', 255), custom2: text('custom_2', 255), custom3: text('custom_3', 255) },
    blockedAt: blocked ? now() : null,
    paidAccessUntil: subscription ? (subscription.expires_at ?? endOfTime) : null,
    createdAt: created_at ?? now(),
  };
}
