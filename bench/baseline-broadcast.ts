import { createServer } from 'node:http';
import { setImmediate as others } from 'node:timers/promises';
import { WebSocketServer } from 'ws';

/** Sends one text to all connected clients, as often as the request says: the most that `ws` can do. */
const server = createServer(async (request, response) => {
  const times = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('times'));
  const chunks = await Array.fromAsync(request);
  const text = Buffer.concat(chunks as Buffer[]).toString();
  response.end();
  for (let time = 0; time < times; time += 1) {
    for (const client of sockets.clients) client.send(text);
    await others();
  }
});
const sockets = new WebSocketServer({ server });
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit());
