import { type Command, Option } from 'commander';
import { z } from 'zod';
import { eventRepresentations } from '../../doors/representations/event-data.ts';
import { eventKinds, eventTypes } from '../../kernel/event-log/event-catalog.ts';
import type { PositionedEvent } from '../../kernel/event-log/event-reader.ts';
import { type RecordOf, recording } from '../../kernel/event-log/event-record.ts';
import { tail } from '../../kernel/event-log/event-tail.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { toIso } from '../../kernel/values/instant.ts';
import { readEnv } from '../process/env.ts';
import { onMigratedDatabase } from './command-database.ts';
import { checked } from './options.ts';

const tailOptions = z.object({
  after: z.coerce.number('must be a position').int('must be a position').min(0, 'must be a position').optional(),
  account: z.string().regex(idPattern('account'), 'is not an account id').optional(),
  kind: z.array(z.enum(eventKinds)).optional(),
  type: z.array(z.string().refine((type) => eventTypes.has(type), 'is not a type of event')).optional(),
  campaign: z.string().optional(),
});

export function addEvents(program: Command): void {
  program
    .command('events')
    .description('Read the event log.')
    .command('tail')
    .description('Print events as JSON lines as they happen, until Ctrl-C.')
    .option('--account <id>', 'only events of this account')
    .option('--after <position>', 'start after this position (default: only new events)')
    .addOption(new Option('--kind <kind...>', 'only events of these kinds').choices(eventKinds))
    .option('--type <type...>', 'only events of these types, such as coupon_claimed')
    .option('--campaign <id>', 'only events of this coupon, loyalty card or directory')
    .action((options: Record<string, unknown>) =>
      onMigratedDatabase(async (database) => {
        const { after, account, kind, type, campaign } = checked(tailOptions, options);
        const filter = { accountId: account, kinds: kind, types: type, campaign };
        const env = readEnv();
        const recordOf = recording(eventRepresentations, env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`);
        const interrupted = new AbortController();
        process.once('SIGINT', () => interrupted.abort()).once('SIGTERM', () => interrupted.abort());
        process.stdout.on('error', () => interrupted.abort()); // the reader, such as `head`, has closed the pipe
        for await (const event of tail(database, filter, after ?? null, interrupted.signal)) {
          console.log(JSON.stringify(shown(event, recordOf)));
        }
      }),
    );
}

/** Returns an event and its position as GraphQL shows them. */
function shown(event: PositionedEvent, recordOf: RecordOf): object {
  const { position, id, kind, type, createdAt, accountId: account, campaignId: campaign, session } = event;
  const data = recordOf(event);
  return { position, event: { id, kind, type, datetime: toIso(createdAt), account, campaign, session, data } };
}
