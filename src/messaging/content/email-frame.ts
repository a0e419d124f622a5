import { escapeHtml, textOf } from './html.ts';

export interface EmailText {
  html: string;
  text: string;
}

/**
 * Makes an email from text. Empty lines separate paragraphs, and a paragraph that is only the link becomes a button.
 */
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

export function withButton({ html, text }: EmailText, label: string): EmailText {
  return { html: atEnd(html, button(label)), text: `${text}\n\n${label}:\n[URL]`.trim() };
}

export function frameEmail({ html, text }: EmailText): EmailText {
  const isDocument = /<body[\s>]/i.test(html);
  const whole = isDocument ? atEnd(html, footer) : documentOf(`${html}\n${footer}`);
  return { html: whole, text: `${text}\n\n-- \nUnsubscribe from these emails: [UNSUBSCRIBE]`.trim() };
}

export function looksLikeHtml(body: string): boolean {
  return /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>|<!doctype|<!--/i.test(body);
}

function linesOf(paragraph: string): string {
  return escapeHtml(paragraph.trim()).replaceAll('[URL]', '<a href="[URL]">[URL]</a>').replaceAll('\n', '<br>\n');
}

const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#14507a;color:#ffffff;font-weight:bold;text-decoration:none';

function button(label: string): string {
  return `<p style="margin:24px 0"><a href="[URL]" style="${buttonStyle}">${escapeHtml(label)}</a></p>`;
}

const footer =
  '<p style="margin:32px 0 0;font-size:12px;color:#667085">You no longer want to receive these emails? <a href="[UNSUBSCRIBE]" style="color:#667085">Unsubscribe</a></p>';

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
