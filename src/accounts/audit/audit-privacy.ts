import { type AuditEntry, auditColumns } from '../../audit/audit-entry.ts';
import { isBatched } from '../../audit/audited-call.ts';
import { eraseInputs } from '../../audit/erased-input.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { hasPersonalNames } from '../../personal-data/erased-json.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { findReferring } from '../../personal-data/personal-token.ts';
import { mentions } from '../../personal-data/sought-person.ts';

/** Clears inputs that name the person. The entries are kept, so that the log remains verifiable. */
export const personalAuditEntries = personalNoun<AuditEntry>({
  name: 'auditEntries',
  next: async (connection, person, after) => {
    const examined = await connection.rows<AuditEntry>(
      `SELECT ${auditColumns} FROM audit_entries a WHERE a.account_id = ? AND a.id > ? ORDER BY a.id LIMIT ${rowsAtOnce}`,
      [person.accountId, after ?? ''],
    );
    const referring = await findReferring(
      connection,
      person,
      examined.map(({ answered, given }) => `${answered} ${given ?? ''}`),
    );
    const found = await filterInSteps(
      examined,
      ({ given }, index) =>
        given !== null &&
        !isBatched({ given }) &&
        (mentions(person, given) || (referring[index] === true && hasPersonalNames(given))),
    );
    return foundAmong(examined, ({ id }) => id, found);
  },
  exported: (entries) =>
    entries.map(({ id, createdAt, operation, outcome, answered, given }) => ({
      ...{ id, createdAt, operation, outcome, answered },
      input: JSON.parse(given ?? 'null'),
    })),
  erase: (transaction, { accountId, jobId }, entries) =>
    eraseInputs(
      transaction,
      { accountId, jobId },
      entries.map(({ id }) => id),
    ),
});
