import { createTransport } from 'nodemailer';

/* nodemailer alone: sends the given number of mails over a pool of connections, without a database, and records nothing. */

const amount = Number(process.env.MAILS);
const transport = createTransport({
  host: '127.0.0.1',
  port: Number(process.env.SINK),
  pool: true,
  maxConnections: 10,
  maxMessages: Number.POSITIVE_INFINITY,
  ignoreTLS: true,
} as never);

let sent = 0;
async function sendOn(): Promise<void> {
  while (sent < amount) {
    sent += 1;
    const unsubscribe = `https://example.com/u/${sent}`;
    await transport.sendMail({
      from: { name: 'Bakery', address: 'mail@bakery.example' },
      to: { name: 'Ada Lovelace', address: `contact${sent}@example.com` },
      subject: 'A loaf for you',
      text: `Hello Ada Lovelace,\n\nBread: your coupon is waiting for you.\n\nhttps://example.com/p/abcdefgh/${sent}\n\nEnjoy it!\n\n${unsubscribe}`,
      html: `<!doctype html><html><body><p>Hello Ada Lovelace,</p><p>Bread: your coupon is waiting for you.</p><p><a href="https://example.com/p/abcdefgh/${sent}">Open your coupon</a></p><p>Enjoy it!</p><p><a href="${unsubscribe}">Unsubscribe</a></p></body></html>`,
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
  }
}

await Promise.all(Array.from({ length: 20 }, sendOn));
transport.close();
process.disconnect?.();
