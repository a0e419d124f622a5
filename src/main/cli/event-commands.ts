import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { DamagedArchive, readArchive } from '../../events/archive/archive-reader.ts';
import type { ArchiveStore } from '../../events/archive/archive-store.ts';
import { tail } from '../../events/event-tail.ts';
import { isEmptied } from '../../kernel/event-log/event.ts';
import { type EventFilter, matches, type PositionedEvent } from '../../kernel/event-log/event-reader.ts';
import { toIso } from '../../kernel/values/instant.ts';
import { recording } from '../../payloads/event-kinds.ts';
import { eventKinds, eventTypes } from '../../vocabulary/event-catalog.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { configuredArchive } from '../process/configured-archive.ts';
import { readEnv } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { publicUrlOf } from '../process/public-url.ts';
import { onReadDatabase } from './command-database.ts';
import { checked } from './options.ts';

const position = z.coerce.number('must be a position').int('must be a position').min(0, 'must be a position');

const selection = z.object({
  account: z.string().regex(idPattern('account'), 'is not an account id').optional(),
  kind: z.array(z.enum(eventKinds)).optional(),
  type: z.array(z.string().refine((type) => eventTypes.has(type), 'is not a type of event')).optional(),
  campaign: z.string().optional(),
});

const tailOptions = selection.extend({ after: position.optional() });

const catOptions = tailOptions.extend({ upTo: position.optional() });

export function addEvents(program: Command): void {
  const events = program.command('events').description('Read the event log.');
  selecting(events.command('tail'))
    .description('Print events as JSON lines as they happen, until Ctrl-C.')
    .option('--after <position>', 'start after this position (default: only new events)')
    .action((options: Record<string, unknown>) =>
      onReadDatabase(async (database) => {
        const { after, ...selected } = checked(tailOptions, options);
        await print((signal) => tail(database, filterOf(selected), after ?? null, signal));
      }),
    );
  selecting(events.command('cat'))
    .description('Print the archived events of EVENTS_ARCHIVE as JSON lines. Needs no database.')
    .option('--after <position>', 'start after this position (default: with the first archived event)')
    .option('--up-to <position>', 'end with this position')
    .action(async (options: Record<string, unknown>) => {
      const { after, upTo, ...selected } = checked(catOptions, options);
      const store = await configuredArchive(readEnv());
      if (!store)
        throw new StartFailure('Set EVENTS_ARCHIVE to the folder or the bucket that the service archives to.');
      await print(() => archived(store, filterOf(selected), { after, upTo }));
    });
}

function selecting(command: Command): Command {
  return command
    .option('--account <id>', 'only events of this account')
    .addOption(new Option('--kind <kind...>', 'only events of these kinds').choices(eventKinds))
    .option('--type <type...>', 'only events of these types, such as coupon_claimed')
    .option('--campaign <id>', 'only events of this coupon, loyalty card or directory');
}

function filterOf({ account, kind, type, campaign }: z.infer<typeof selection>): EventFilter {
  return { accountId: account, kinds: kind, types: type, campaign };
}

async function* archived(
  store: ArchiveStore,
  filter: EventFilter,
  range: { after?: number | undefined; upTo?: number | undefined },
): AsyncGenerator<PositionedEvent> {
  try {
    for await (const event of readArchive(store, range))
      if (!isEmptied(event) && matches(event, filter) && (!filter.accountId || event.accountId === filter.accountId))
        yield event;
  } catch (error) {
    throw error instanceof DamagedArchive ? new StartFailure(error.message) : error;
  }
}

/** Prints events until a signal arrives, or until the reader closes the output. */
async function print(source: (interrupted: AbortSignal) => AsyncIterable<PositionedEvent>): Promise<void> {
  const recordOf = recording(publicUrlOf(readEnv()));
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort()).once('SIGTERM', () => interrupted.abort());
  process.stdout.on('error', () => interrupted.abort()); // The reader, such as `head`, has closed the pipe.
  for await (const event of source(interrupted.signal)) {
    if (interrupted.signal.aborted) return;
    if (!process.stdout.write(`${JSON.stringify(shown(event, recordOf))}\n`)) await drained(interrupted.signal);
  }
}

async function drained(interrupted: AbortSignal): Promise<void> {
  await once(process.stdout, 'drain', { signal: interrupted }).catch(() => undefined);
}

function shown(event: PositionedEvent, recordOf: ReturnType<typeof recording>): object {
  const { position, id, kind, type, createdAt, accountId: account, campaignId: campaign, session } = event;
  const data = recordOf(event);
  return { position, event: { id, kind, type, datetime: toIso(createdAt), account, campaign, session, data } };
}
