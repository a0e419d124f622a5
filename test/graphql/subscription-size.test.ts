import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { holdBytes, releaseBytes } from '../../src/graphql/unsent-bytes.ts';
import { useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const app = useAppWithBackground();

/** A subscription to events, each with several copies of its largest field. */
function documentWith(copies: number): string {
  const aliases = Array.from({ length: copies }, (_, index) => `copy${index}: data`).join(' ');
  return `subscription { webhookEvents { position event { ${aliases} } } }`;
}

test.each(['WebSocket', 'server-sent events'])(
  'a document must not repeat a large field many times (%s)',
  async (way) => {
    const client = await app.client();
    const ask = way === 'WebSocket' ? refusalOverSocket : refusalOverEvents;
    const nested = Array.from({ length: 5 }, (_, index) => `event${index}: event { ...Data }`).join(' ');
    const fragment = 'fragment Data on Event { a: data b: data c: data d: data e: data }';

    for (const query of [documentWith(40), `subscription { webhookEvents { ${nested} } } ${fragment}`])
      expect(await ask(client, query)).toMatchObject({
        message: expect.stringMatching(/^Each event would cost \d{3}, more than 200/),
        extensions: { code: 'INVALID_QUERY' },
      });
  },
);

test('of a root account for which more than 64 MiB wait, the socket that reads least is closed', () => {
  const [slow, slower, another] = Array.from({ length: 3 }, () => Object.create(WebSocket.prototype) as WebSocket);
  const closed: WebSocket[] = [];
  const hold = (root: string, socket: WebSocket, mebibytes: number) =>
    holdBytes(root, socket, mebibytes * 1024 * 1024, (slowest) => closed.push(slowest));

  hold('acc_a', slow as WebSocket, 30);
  hold('acc_a', slower as WebSocket, 34);
  hold('acc_b', another as WebSocket, 64);
  expect(closed).toEqual([]);

  releaseBytes('acc_a', slow as WebSocket, 10 * 1024 * 1024);
  hold('acc_a', slower as WebSocket, 10);
  expect(closed).toEqual([]);

  hold('acc_a', slow as WebSocket, 1);
  expect(closed).toEqual([slower]);

  // What the closed socket still gives up is not taken from the other one.
  releaseBytes('acc_a', slower as WebSocket, 44 * 1024 * 1024);
  hold('acc_a', slow as WebSocket, 43);
  expect(closed).toEqual([slower]);
  hold('acc_a', slow as WebSocket, 1);
  expect(closed).toEqual([slower, slow]);
});

async function greeted({ url, headers }: Client): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
  await once(socket, 'message');
  return socket;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
async function refusalOverSocket(client: Client, query: string): Promise<any> {
  const socket = await greeted(client);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const [answer] = await once(socket, 'message');
  const { payload } = JSON.parse(String(answer));
  return (payload.errors ?? payload)[0];
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
async function refusalOverEvents({ url, headers }: Client, query: string): Promise<any> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  const [, data = ''] = /^data: (.+)$/m.exec(await answer.text()) ?? [];
  return JSON.parse(data).errors[0];
}
