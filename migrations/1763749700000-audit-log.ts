import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, text } from './table-builder.ts';

/** Creates the tables of the audit log. */
export class AuditLog1763749700000 extends Migration {
  readonly name = 'AuditLog1763749700000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('audit_entries', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        instant('created_at'),
        text('key_id', 20),
        text('address', 45),
        text('operation', 60),
        text('outcome', 40),
        text('answered', 600),
        text('request_id', 64),
        longText('given', { isNullable: true }),
        text('salt', 22, { isNullable: true }),
        text('given_digest', 43),
        text('proof', 43),
        bigint('block', { isNullable: true }),
      ],
      indices: [
        { name: 'audit_entries_account', columnNames: ['account_id', 'id'] },
        { name: 'audit_entries_block', columnNames: ['block', 'id'] },
      ],
    });
    await steps.createTable('audit_blocks', {
      columns: [
        bigint('number', { isPrimary: true }),
        longText('content'),
        integer('entries'),
        text('hash', 43),
        instant('created_at'),
      ],
    });
    await steps.createTable('audit_chains', {
      columns: [
        text('name', 10, { isPrimary: true }),
        bigint('last'),
        text('last_hash', 43),
        bigint('pruned'),
        text('pruned_hash', 43),
        text('seal', 43),
      ],
    });
    await steps.change(
      `${steps.insertIfAbsent} INTO audit_chains (name, last, last_hash, pruned, pruned_hash, seal) VALUES ('audit', 0, '', 0, '', '')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_chains', 'audit_blocks', 'audit_entries']) await runner.dropTable(table);
  }
}
