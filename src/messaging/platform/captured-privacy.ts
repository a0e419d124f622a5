import { processMeans } from '../../kernel/security/process-means.ts';
import { foundAmong, personalNoun } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import { type Captured, listCaptured, readCaptured, removeCaptured } from './outbox.ts';

type CapturedFile = Captured & { name: string };

const filesAtOnce = 50;

/**
 * The captured messages in the directory of the process that runs the job. Other processes remove theirs because the
 * messages have no address any more.
 */
export const personalCaptures = personalNoun<CapturedFile>({
  name: 'capturedMessages',
  next: async (_connection, person, after) => {
    const { dataDirectory } = processMeans();
    const names = await listCaptured(dataDirectory, person.accountId);
    const examined = names.filter((name) => !after || name < after).slice(0, filesAtOnce);
    const files = await Promise.all(
      examined.map(async (name) => ({ name, message: await readCaptured(dataDirectory, person.accountId, name) })),
    );
    const found = files.flatMap(({ name, message }) =>
      message && mentions(person, JSON.stringify(message)) ? [{ ...message, name }] : [],
    );
    return foundAmong(
      examined.map((name) => ({ name })),
      ({ name }) => name,
      found,
      filesAtOnce,
    );
  },
  erase: (_transaction, { accountId }, files) =>
    removeCaptured(
      processMeans().dataDirectory,
      accountId,
      files.map(({ name }) => name),
    ),
});
