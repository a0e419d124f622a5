import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export const guidePath = '/guide';
export const pictureDirectory = path.join(root, 'docs/pictures');

export interface Chapter {
  /** The end of the address, such as `sending` or `decisions/rest`. */
  name: string;
  title: string;
  /** A one-line summary. */
  about: string;
  /** The path of the file, from the root of the repository. */
  file: string;
}

interface Part {
  title: string;
  chapters: Chapter[];
}

const chapter = (name: string, title: string, about: string, file = `docs/${name}.md`): Chapter => ({
  ...{ name, title, about, file },
});

/** The parts in the order of the navigation. */
export const parts: readonly Part[] = [
  {
    title: 'Campaigns',
    chapters: [
      chapter('console', 'The console', 'Run campaigns in the browser: areas, roles, languages.'),
      chapter('tills', 'Tills', 'For shop staff: scan, redeem, undo, and work without a network.'),
      chapter('people', 'People', 'Who signs in, with which role, and how to invite others.'),
      chapter('sending', 'Sending', 'Email and SMS: platforms, groups, retries, opt-outs.'),
      chapter('wallet', 'Wallet passes', 'Passes in Apple Wallet and Google Wallet, and messages to them.'),
      chapter('privacy', 'Personal data', 'Hand over and erase the data of a person.'),
      chapter('statistics', 'Statistics', 'What is counted, and how it is recounted.'),
    ],
  },
  {
    title: 'Development',
    chapters: [
      chapter('start', 'First steps', 'Start the service, try it, and run it in production.', 'README.md'),
      chapter('migrating', 'Migrating', 'For programs that call the documented /v3 and /v4 paths.'),
      chapter('webhooks', 'Webhooks', 'Receive events: signatures, retries, recovery.'),
      chapter('test-accounts', 'Test accounts', 'Try an integration, and see a year in a minute.'),
      chapter('subscriptions', 'Following events', 'Receive events live over WebSocket or SSE.'),
      chapter('architecture', 'Architecture', 'A map of the source, and three requests through it.'),
      chapter('glossary', 'Glossary', 'One word for each thing, in code, on screens and on the wire.'),
      chapter('decisions', 'Decisions', 'Why things are as they are.', 'docs/decisions/README.md'),
    ],
  },
  {
    title: 'Operation',
    chapters: [
      chapter('operating', 'Operating', 'Databases, processes, upgrades, backups, timeouts.'),
      chapter('clusters', 'Clusters', 'Several database servers: settings, failures, growth.'),
      chapter('security', 'Security', 'What the service promises, and each limit with its number.'),
      chapter('performance', 'Performance', 'What was measured, and how to measure it again.'),
    ],
  },
];

const files = readDecisions();

/** The chapters by name. The navigation does not contain those about decisions. */
export const chapters: ReadonlyMap<string, Chapter> = new Map(
  [...parts.flatMap((part) => part.chapters), ...files].map((each) => [each.name, each]),
);

const byFile = new Map([...chapters.values()].map((each) => [each.file, each]));

function readDecisions(): Chapter[] {
  const names = readdirSync(path.join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  return names.map((file) => {
    const name = file.replace(/\.md$/, '');
    const title = `Decisions: ${name.replaceAll('-', ' ')}`;
    return chapter(`decisions/${name}`, title, '', `docs/decisions/${file}`);
  });
}

export const chapterPath = ({ name }: Pick<Chapter, 'name'>) => `${guidePath}/${name}`;

export function fileOf({ file }: Chapter): string {
  return path.join(root, file);
}

/** Returns the address to which a link leads. Returns null for files of the repository that are not chapters. */
export function addressOf(link: string, from: Chapter): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('#')) return link;
  const [target = '', fragment] = link.split('#');
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from.file), target));
  const found = byFile.get(file);
  if (found) return chapterPath(found) + (fragment ? `#${fragment}` : '');
  return file.startsWith('docs/pictures/') ? `${guidePath}/pictures/${path.posix.basename(file)}` : null;
}
