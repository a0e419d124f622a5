import { column, columnsOf, type Stored, selectList, table } from '../kernel/database/columns.ts';

/**
 * Entries are inserted in the transaction of the change, without a lock. Transitions of several sessions can share a
 * row.
 */
export type AuditEntry = Stored<typeof auditEntries>;

export const auditEntries = table({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  columns: {
    /** The id begins with the time, so ids ascend and new rows go to the end of the table. */
    id: column.key(column.text(20)),
    accountId: column.text(20),
    createdAt: column.instant,
    /** The API key, the person or the till. */
    keyId: column.text(20),
    address: column.text(45),
    operation: column.text(60),
    /** `OK`, or the code of the problem. */
    outcome: column.text(40),
    /** The ids of the returned objects, separated by spaces. */
    answered: column.text(600),
    requestId: column.text(64),
    /**
     * The input without secrets, as JSON. Null after it has been erased. For several calls, a list with their
     * addresses, request ids and answers.
     */
    given: column.longTextOrNull,
    /** A random text, so that a digest does not reveal an erased input. Erased with the input. */
    salt: column.textOrNull(22),
    givenDigest: column.text(43),
    /** A keyed hash of all properties above except `given` and `salt`. */
    proof: column.text(43),
    /** The block that contains the entry. It is set after the commit. */
    block: column.bigNumberOrNull,
  },
  indices: [
    { name: 'audit_entries_account', columns: ['accountId', 'id'] },
    { name: 'audit_entries_block', columns: ['block', 'id'] },
  ],
});

/** The columns that a query `FROM audit_entries a` reads for an entry. */
export const auditColumns = selectList(columnsOf(auditEntries, 'a'), ['createdAt']);
