import { Parser, Tokenizer } from 'htmlparser2';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Escapes a value for attributes. Without quotes, any character other than a letter or digit may end an attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Where a value is, which determines how to escape it. `ADDRESS_PATH` is the part of an address before the query.
 * `ELSEWHERE` means scripts, styles, comments and names.
 */
export type Place = 'TEXT' | 'ATTRIBUTE' | 'ADDRESS' | 'ADDRESS_START' | 'ADDRESS_PATH' | 'ELSEWHERE';

const addresses = new Set(['href', 'src', 'action', 'formaction', 'background', 'poster', 'cite', 'srcset']);
const unread = new Set(['script', 'style']);

/** Returns a function from an index to its place in the HTML. Pass the indexes in ascending order. */
export function placesOf(html: string): (index: number) => Place {
  const places: { start: number; end: number; place: Place; from?: number }[] = [];
  let element = '';
  let attribute = '';
  let from: number | null = null;
  const note = (start: number, end: number, place: Place, from?: number) => places.push({ start, end, place, from });
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => note(start, end, unread.has(element) ? 'ELSEWHERE' : 'TEXT'),
      onopentagname: (start, end) => {
        element = html.slice(start, end).toLowerCase();
      },
      onclosetag: () => {
        element = '';
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        from = null;
      },
      onattribdata: (start, end) => {
        from ??= start;
        if (addresses.has(attribute)) note(start, end, 'ADDRESS', from);
        else note(start, end, 'ATTRIBUTE');
      },
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  let next = 0;
  return (index) => {
    while ((places[next]?.end ?? Infinity) <= index) next += 1;
    const found = places[next];
    if (!found || found.start > index) return 'ELSEWHERE';
    return found.from === undefined ? found.place : placeInAddress(html.slice(found.from, index));
  };
}

function placeInAddress(before: string): Place {
  if (before.trim() === '') return 'ADDRESS_START';
  return /[^\s?#][?#]/.test(before) ? 'ADDRESS' : 'ADDRESS_PATH';
}

const blocks = new Set(
  'address article blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
const spaced = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const hidden = new Set('head noscript script style template title'.split(' '));

export function breaksLine(element: string): boolean {
  return blocks.has(element) || element === 'br' || element === 'td' || element === 'th';
}

/** Converts HTML to text. Links keep their addresses, and alternative texts replace images. */
export function textOf(html: string): string {
  const lines = new Lines();
  const links: { href: string; words: string }[] = [];
  let depthHidden = 0;
  const parser = new Parser({
    onopentag: (element, { href = '', alt = '' }) => {
      if (hidden.has(element)) depthHidden += 1;
      if (depthHidden > 0) return;
      if (element === 'br') lines.break();
      if (blocks.has(element)) lines.end(spaced.has(element));
      if (element === 'li') lines.add('- ');
      if (element === 'img') lines.add(alt);
      if (element === 'a') links.push({ href, words: '' });
    },
    ontext: (words) => {
      if (depthHidden > 0) return;
      lines.add(words);
      for (const link of links) link.words += words;
    },
    onclosetag: (element) => {
      if (hidden.has(element)) depthHidden -= 1;
      if (depthHidden > 0) return;
      const link = element === 'a' ? links.pop() : undefined;
      if (link) lines.add(addressOf(link.href.trim(), link.words.trim()));
      if (element === 'td' || element === 'th') lines.add(' ');
      if (blocks.has(element)) lines.end(spaced.has(element));
    },
  });
  parser.end(html);
  return lines.whole();
}

/** Returns the address to add after the text of a link. It is empty if that text is already the address. */
function addressOf(href: string, words: string): string {
  const address = href.replace(/^(mailto|tel):/i, '');
  return /^(#|javascript:|$)/i.test(address) || words === address ? '' : ` <${address}>`;
}

/** Lines in which white space is treated as in a browser: collapsed inside a line, and removed at its edges. */
class Lines {
  readonly #lines: string[] = [];
  /** The pieces of the text. Reading the end of a growing string would copy it each time. */
  #pieces: string[] = [];

  add(words: string): void {
    const collapsed = words.replace(/\s+/g, ' ');
    const added = (this.#pieces.at(-1) ?? ' ').endsWith(' ') ? collapsed.trimStart() : collapsed;
    if (added !== '') this.#pieces.push(added);
  }

  break(): void {
    this.#lines.push(this.#takeLine());
  }

  /** Ends the line. With `gap`, adds an empty line, but never two in a row. */
  end(gap: boolean): void {
    const line = this.#takeLine();
    if (line !== '') this.#lines.push(line);
    if (gap && (this.#lines.at(-1) ?? '') !== '') this.#lines.push('');
  }

  whole(): string {
    this.break();
    return this.#lines.join('\n').trim();
  }

  #takeLine(): string {
    const line = this.#pieces.join('').trimEnd();
    this.#pieces = [];
    return line;
  }
}
