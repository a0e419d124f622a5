import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { allHostileTexts } from '../support/arbitraries.ts';
import { type Answer, answerTo } from './answers.ts';

/** The hostile texts in a form that an HTTP header can contain. */
export const headerTexts = allHostileTexts
  .map((value) =>
    Buffer.from(value)
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
      .trim(),
  )
  .filter((value) => value !== '' && value.length < 8000);

/** Sends a request whose headers may contain bytes beyond ASCII, which fetch refuses. */
export async function send(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const sending = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    agent: false,
  });
  sending.setTimeout(60_000, () => sending.destroy(new Error(`no answer to ${JSON.stringify(headers)}`))).end(body);
  const [response] = await once(sending, 'response');
  const init = { status: response.statusCode, headers: response.headers };
  return answerTo(url, { method: 'POST', body }, new Response(await text(response), init));
}
