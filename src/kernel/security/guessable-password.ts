/** The words of which most leaked passwords consist. */
const common =
  'administrator admin baseball batman changeme charlie computer default dragon flower football fussball geheim guest hallo hello herbst ichliebedich iloveyou internet kennwort letmein liebe login love master monkey password passwort pass pokemon prinzessin princess root schatz secret shadow sommer spring starwars summer sunshine superman test trustno user welcome willkommen winter autumn'.split(
    ' ',
  );

/** What fingers and minds follow in order. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
];

const sequences = new Set(
  rows
    .flatMap((row) => [row, [...row].reverse().join('')])
    .flatMap((row) => Array.from({ length: row.length - 2 }, (_, start) => row.slice(start, start + 3))),
);

/** Signs that people write in place of letters. */
const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Fewer different letters and digits than these are soon tried out. */
const fewest = 5;

/**
 * Returns whether a password is among those that are tried first: little is left of it without common words, rows of the
 * keyboard, years, and what belongs to the person, such as the email address.
 */
export function isGuessable(password: string, own: readonly string[] = []): boolean {
  const words = own.flatMap((text) => folded(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  // First, because a number of the address may look like a year.
  const notOwn = without(words, folded(password));
  const plain = withoutRows(notOwn.replace(/(19|20)\d\d/g, ' '));
  const spelled = plain.replace(/[@4310!$57]/g, (sign) => letters[sign] ?? sign);
  return [plain, spelled].some(
    (text) => new Set(without([...words, ...common], text).match(/[\p{L}\p{N}]/gu)).size < fewest,
  );
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function without(words: readonly string[], text: string): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
}

/** Replaces three or more characters that follow each other in a row. */
function withoutRows(text: string): string {
  const characters = [...text];
  const isInRow = characters.map(() => false);
  for (let start = 0; start + 3 <= characters.length; start += 1)
    if (sequences.has(characters.slice(start, start + 3).join(''))) isInRow.fill(true, start, start + 3);
  return characters.map((character, index) => (isInRow[index] ? ' ' : character)).join('');
}
