import { escapeHtml, textOf } from './html.ts';

/** The two forms of an email before its placeholders are filled in. */
export interface EmailText {
  html: string;
  text: string;
}

/** Puts a text into both forms: paragraphs between empty lines, and a button for a paragraph that is the address alone. */
export function fromText(body: string, label: string): EmailText {
  const text = body.replace(/\r\n?/g, '\n').trim();
  const paragraphs = text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => (paragraph.trim() === '[URL]' ? button(label) : `<p>${linesOf(paragraph)}</p>`));
  return { html: paragraphs.join('\n'), text };
}

export function fromHtml(body: string): EmailText {
  return { html: body, text: textOf(body) };
}

/** Adds the link that the body has no place for. */
export function withButton({ html, text }: EmailText, label: string): EmailText {
  return { html: atEnd(html, button(label)), text: `${text}\n\n${label}:\n[URL]`.trim() };
}

/** Makes a whole document, at whose end one can get rid of such emails. */
export function framed({ html, text }: EmailText): EmailText {
  const isDocument = /<body[\s>]/i.test(html);
  const whole = isDocument ? atEnd(html, footer) : documentOf(`${html}\n${footer}`);
  return { html: whole, text: `${text}\n\n-- \nNo more of these emails: [UNSUBSCRIBE]`.trim() };
}

/** A body is HTML when a tag stands in it. */
export function looksLikeHtml(body: string): boolean {
  return /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>|<!doctype|<!--/i.test(body);
}

function linesOf(paragraph: string): string {
  return escapeHtml(paragraph.trim()).replaceAll('[URL]', '<a href="[URL]">[URL]</a>').replaceAll('\n', '<br>\n');
}

const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#14507a;color:#ffffff;font-weight:bold;text-decoration:none';

/** Its label is a text, in which placeholders are filled in too. */
function button(label: string): string {
  return `<p style="margin:24px 0"><a href="[URL]" style="${buttonStyle}">${escapeHtml(label)}</a></p>`;
}

const footer =
  '<p style="margin:32px 0 0;font-size:12px;color:#667085">You do not want these emails any more? <a href="[UNSUBSCRIBE]" style="color:#667085">Unsubscribe</a></p>';

function atEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body');
  return end === -1 ? `${html}\n${added}` : `${html.slice(0, end)}${added}\n${html.slice(end)}`;
}

const bodyStyle = 'margin:0;padding:24px;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1d2939;background:#ffffff';

function documentOf(fragment: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="${bodyStyle}">
<div style="max-width:600px;margin:0 auto">
${fragment}
</div>
</body>
</html>`;
}
