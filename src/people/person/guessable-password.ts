/** The words that make up most leaked passwords. */
const common =
  'administrator admin alexander amanda andrea andreas andrew angel anthony apple april arsenal ashley august austin badboy banana barbara barcelona baseball basketball batman bayern berlin blink borussia butterfly campaign changeme charlie cheese chelsea chocolate christian company computer corvette cowboy daniel default dezember december diamond dolphin donald donnerstag dortmund dragon elizabeth facebook februar february ferrari flower football france freedom freitag friday friend fussball gabriel geheim germany ginger google guest guitar hallo hamburg hannah harley heather hello herbst hockey hottie hunter ichliebedich iloveyou internet jackson january januar jasmin jennifer jessica jordan joseph joshua juli july june juni juventus kennwort killer letmein liebe linkedin liverpool login london lovely love madison maggie marina marketing martin master matrix matthew melissa mercedes merlin michael michelle microsoft midnight mittwoch monday money monika monkey montag mother mustang myname natalie natasha nicholas nicole nikita nothing november oktober october oliver orange pakistan passw password passwort pass pepper peter phoenix player please pokemon porsche princess prinzessin purple qazwsx rachel ranger rebecca richard robert root samantha samsung samstag sandra saturday schalke schatz secret september service shadow shannon silver slipknot soccer sommer sonntag spiderman spring starwars stefan stephanie steven summer sunday sunshine superman sweet taylor tennis test thomas thunder thursday tigger trustno tuesday user vanessa victoria wednesday welcome whatever william willkommen winter winner wordpress yankees zxcvbn пароль любовь привет'
    .split(' ')
    .toSorted((one, other) => other.length - one.length);

/** The alphabet, rows and columns of keyboards, and zigzags between two rows. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9',
];

const sequences = new Set(
  rows
    .flatMap((row) => [row, [...row].reverse().join('')])
    .flatMap((row) => Array.from({ length: row.length - 2 }, (_, start) => row.slice(start, start + 3))),
);

/** Characters that people write in place of letters. */
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

/** A password with fewer different letters and digits is quickly guessed. */
const fewest = 5;

/**
 * Whether little remains of a password without common words, keyboard rows, years and the person's own names, such as
 * the address.
 */
export function isGuessable(password: string, own: readonly string[] = []): boolean {
  const written = folded(password);
  const joined = written.replace(/[^\p{L}\p{N}@!$]/gu, '');
  const words = own.flatMap((text) => folded(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return [written, joined, reversed(joined)].some((text) => {
    // Remove own names first, because an address may contain years and rows.
    const plain = withoutRows(without(words, text).replace(/(19|20)\d\d/g, ' '));
    const spelled = plain.replace(/[@4310!$57]/g, (sign) => letters[sign] ?? sign);
    return [plain, spelled].some((each) => {
      const left = without([...words, ...common], each);
      return new Set(left.match(/[\p{L}\p{N}]/gu)).size < fewest;
    });
  });
}

function without(words: readonly string[], text: string): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** Blanks out runs of three or more characters of a row, such as `qwe` or `321`. */
function withoutRows(text: string): string {
  const characters = [...text];
  const isInRow = characters.map(() => false);
  for (let start = 0; start + 3 <= characters.length; start += 1)
    if (sequences.has(characters.slice(start, start + 3).join(''))) isInRow.fill(true, start, start + 3);
  return characters.map((character, index) => (isInRow[index] ? ' ' : character)).join('');
}
