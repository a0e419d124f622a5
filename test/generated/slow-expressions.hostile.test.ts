import { globSync, readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { parseAst } from 'vitest/node';

/*
 * Every regular expression of the service reads long texts that repeat something. The time may grow with the length, but not
 * with its square: a megabyte of a text whose first 8,000 characters take 10 ms would block the process for minutes.
 */

interface Expression {
  /** Where it stands in the code, or who created it. */
  place: string;
  pattern: string;
  flags: string;
}

const units = [
  ...' \t\na0"<>/\\.-=@:;,!?#|&%$+*_A()[]{}\'é',
  ...[
    '\r\n',
    '\u200b',
    '\u0301',
    'a ',
    'a.',
    'a,',
    'a-',
    'a@',
    '- ',
    '; ',
    '"\\',
    '<a',
    '"a',
    '/a',
    '@a',
    '[A',
    '</',
    '<!--',
  ],
];
const edges = [
  ['a', 'b'],
  ['a', '\u0001'],
  ['"', 'x'],
  ['\n', 'x'],
  ['', ' '],
] as const;

/** Short texts find exponential growth, 500 characters find cubic growth, and long texts find quadratic growth. */
const lengths = [20, 28, 500, 8000];

/** A text of these lengths takes at most a tenth of it if the time grows with the length. */
const suspiciousMilliseconds = 5;
/** With twice the length, time that grows with the length doubles, and other time grows at least fourfold. */
const maxGrowth = 3;

const texts = lengths.map((length) =>
  units.flatMap((unit) => edges.map(([before, after]) => before + unit.repeat(length / unit.length) + after)),
);

/** In `npm test`, each expression reads every eighth text. Which ones depends on the expression. */
const step = inject('isThorough') ? 1 : 8;

const files = globSync('src/**/*.{ts,tsx}').map((file) => ({ file, ...readCode(file) }));
const found = [...files.flatMap(({ literals }) => literals), ...(await expressionsMadeByModules())];

test('expressions are found that are written, and that are made of texts', () => {
  expect(found.length).toBeGreaterThan(files.length / 4);
  expect(found).toEqual(
    expect.arrayContaining([
      { place: 'src/kernel/values/plain-line.ts', pattern: '[\\p{Cc}\\u2028\\u2029]+', flags: 'gu' },
      { place: 'src/vocabulary/placeholders.ts', pattern: expect.stringContaining('UNSUBSCRIBE'), flags: 'g' },
    ]),
  );
});

test('no expression takes time that grows faster than the text', () => {
  expect(found.flatMap(slownessOf)).toEqual([]);
});

test.each([
  ['two endings of one text', /\s+$/],
  ['an optional part within a repeated one', /^(a+)+$/],
  ['three repetitions', /^.*.*.*!$/],
  ['a beginning that is found everywhere', /<[^>]*>/g],
])('%s is found', (_, { source: pattern, flags }) => {
  expect(slownessOf({ place: 'here', pattern, flags })).toHaveLength(1);
});

test.each([/^\s+/, /(?<!\s)\s+$/, /<[^<>]*>/g, /^[a-z]+(?:-[a-z]+)*$/])(
  '%s is not slow',
  ({ source: pattern, flags }) => {
    expect(slownessOf({ place: 'here', pattern, flags }, 1)).toEqual([]);
  },
);

/** Returns the expression with a text that takes it too long, or nothing. */
function slownessOf({ place, pattern, flags }: Expression, every = step): string[] {
  const expression = new RegExp(pattern, flags.replace('y', ''));
  for (const [size, sized] of texts.entries())
    for (let index = pattern.length % every; index < sized.length; index += every) {
      const text = sized[index] ?? '';
      const began = performance.now();
      read(expression, text);
      if (performance.now() - began > suspiciousMilliseconds && isSlow(expression, size, index))
        return [`${place}: /${pattern}/${flags} reads ${JSON.stringify(text.slice(0, 10))}… too slowly`];
    }
  return [];
}

/** Measures again, because a busy machine and the compiler of expressions lengthen single measurements. */
function isSlow(expression: RegExp, size: number, index: number): boolean {
  const text = texts[size]?.[index] ?? '';
  const half = text.slice(0, text.length / 2) + text.slice(-1);
  const milliseconds = bestOf(expression, text);
  return milliseconds > suspiciousMilliseconds && milliseconds > maxGrowth * bestOf(expression, half);
}

function bestOf(expression: RegExp, text: string): number {
  const milliseconds = Array.from({ length: 2 }, () => {
    const start = process.threadCpuUsage();
    read(expression, text);
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...milliseconds);
}

function read(expression: RegExp, text: string): void {
  if (expression.global) text.replace(expression, '');
  else expression.exec(text);
}

/** Returns the literals of a file, and whether it makes other expressions. */
function readCode(file: string): { literals: Expression[]; makesOthers: boolean } {
  const literals: Expression[] = [];
  let makesOthers = false;
  const program = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  JSON.stringify(program, (_, node) => {
    if (node?.regex) literals.push({ place: file, ...node.regex });
    makesOthers ||= node?.type === 'NewExpression' && node.callee.name === 'RegExp';
    return typeof node === 'bigint' ? null : node;
  });
  return { literals, makesOthers };
}

/** Returns the expressions that modules make of texts while they are loaded. Loads these modules once more. */
async function expressionsMadeByModules(): Promise<Expression[]> {
  const made: Expression[] = [];
  const { RegExp: original } = globalThis;
  try {
    for (const { file } of files.filter(({ file, makesOthers }) => makesOthers && file.endsWith('.ts'))) {
      globalThis.RegExp = new Proxy(original, {
        construct(target, given: [string, string?]) {
          const expression = new target(...given);
          made.push({ place: file, pattern: expression.source, flags: expression.flags });
          return expression;
        },
      });
      await import(`../../${file}?again`);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
