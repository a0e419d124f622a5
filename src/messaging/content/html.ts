import { Parser, Tokenizer } from 'htmlparser2';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** For values of attributes, also of those without quotes: whatever could end them is written as a number. */
export function escapeAttribute(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Where a placeholder stands in HTML, which decides how a value is written there. ELSEWHERE is in scripts, styles, comments and names. */
export type Place = 'TEXT' | 'ATTRIBUTE' | 'ADDRESS' | 'ADDRESS_START' | 'ELSEWHERE';

const addresses = new Set(['href', 'src', 'action', 'formaction', 'background', 'poster', 'cite', 'srcset']);
const unread = new Set(['script', 'style']);

/** Answers in which place of the HTML an index stands. It is asked in ascending order. */
export function placesOf(html: string): (index: number) => Place {
  const places: { start: number; end: number; place: Place; first?: boolean }[] = [];
  let element = '';
  let attribute = '';
  let isFirst = true;
  const note = (start: number, end: number, place: Place, first = false) => places.push({ start, end, place, first });
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
        isFirst = true;
      },
      onattribdata: (start, end) => {
        const isAddress = addresses.has(attribute);
        note(start, end, isAddress ? 'ADDRESS' : 'ATTRIBUTE', isAddress && isFirst);
        isFirst = false;
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
    return found.first && found.start === index ? 'ADDRESS_START' : found.place;
  };
}

const blocks = new Set(
  'address article blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
const spaced = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const hidden = new Set('head noscript script style template title'.split(' '));

/** Whether a line ends where the element begins or ends. */
export function breaksLine(element: string): boolean {
  return blocks.has(element) || element === 'br' || element === 'td' || element === 'th';
}

/** What HTML says, for mail programs that show text only: links with their address, pictures as they are described. */
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

/** The address of a link, unless its words say it already. */
function addressOf(href: string, words: string): string {
  const address = href.replace(/^(mailto|tel):/i, '');
  return /^(#|javascript:|$)/i.test(address) || words === address ? '' : ` <${address}>`;
}

/** Lines as a browser lays them out: white space counts once, and not at the edges. */
class Lines {
  readonly #lines: string[] = [];
  #line = '';

  add(words: string): void {
    const collapsed = words.replace(/\s+/g, ' ');
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? collapsed.trimStart() : collapsed;
  }

  break(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = '';
  }

  /** Ends the line if anything stands in it; with a gap, an empty line follows, but never two. */
  end(gap: boolean): void {
    if (this.#line.trimEnd() !== '') this.break();
    this.#line = '';
    if (gap && (this.#lines.at(-1) ?? '') !== '') this.#lines.push('');
  }

  whole(): string {
    this.break();
    return this.#lines.join('\n').trim();
  }
}
