import type { Tokens } from 'marked';
import { addressOf, type Chapter } from './guide-chapters.ts';

export interface GuideText {
  html: string;
  /** The headings of the second level, in plain text. */
  sections: { id: string; title: string }[];
}

/**
 * Renders a guide. Headings get anchors, links lead to other chapters, and tables and code scroll. HTML in the text
 * appears as text.
 */
export async function renderGuide(markdown: string, chapter: Chapter): Promise<GuideText> {
  const { Marked } = await import('marked');
  const sections: GuideText['sections'] = [];
  const known = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = anchorOf(text, known);
        if (depth === 2) sections.push({ id, title: this.parser.parseInline(tokens, this.parser.textRenderer) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = addressOf(href, chapter);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = addressOf(href, chapter);
        return address === null
          ? escapeHtml(text)
          : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
    hooks: { postprocess: withScrollingTables },
  });
  return { html: await marked.parse(markdown), sections };
}

/** Puts each table into a region, which the keyboard can scroll too. */
function withScrollingTables(html: string): string {
  let count = 0;
  const region = () => {
    count += 1;
    return `<div class="scrolling" tabindex="0" role="region" aria-label="Table ${count}"><table>`;
  };
  return html.replaceAll('<table>', region).replaceAll('</table>', '</table></div>');
}

/** Returns the anchor of a heading, as GitHub forms it. A repeated anchor gets a number. */
export function anchorOf(text: string, known: Map<string, number>): string {
  const anchor = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const before = known.get(anchor) ?? 0;
  known.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
