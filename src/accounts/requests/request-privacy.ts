import { MoreThan } from 'typeorm';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import { type LoggedRequest, loggedRequests } from './logged-request.ts';

/** Requests that contain the address although values are masked. An erasure removes them. */
export const personalRequests = personalNoun<LoggedRequest>({
  name: 'requests',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      loggedRequests,
      { accountId: person.accountId, number: MoreThan(Number(after ?? 0)) },
      { order: { number: 'ASC' }, take: rowsAtOnce },
    );
    const found = await filterInSteps(
      examined,
      ({ path, operation, body }) =>
        mentions(person, decoded(path)) || mentions(person, operation) || mentions(person, body),
    );
    return foundAmong(examined, ({ number }) => number, found);
  },
  exported: (requests) =>
    requests.map(({ createdAt, method, path, status, body }) => ({ createdAt, method, path, status, body })),
  erase: async (transaction, _person, requests) => {
    const numbers = requests.map(({ number }) => number);
    await deleteRows(transaction, loggedRequests, { number: numbers });
  },
});

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
