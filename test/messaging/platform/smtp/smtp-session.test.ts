import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openSmtp } from '../../../../src/messaging/platform/smtp/smtp.ts';
import type { SmtpSettings } from '../../../../src/messaging/platform/smtp/smtp-connections.ts';
import { email, openForTest } from '../../../support/platforms.ts';
import { type Script, ScriptedMailServer } from '../../../support/scripted-mail-server.ts';
import { threadTime } from '../../../support/thread-time.ts';

function openTo({ port }: ScriptedMailServer) {
  const settings: SmtpSettings = {
    host: '127.0.0.1',
    port,
    security: 'NONE',
    username: null,
    password: null,
    from: null,
  };
  return openForTest(openSmtp, settings);
}

const refusals = ['451 4.3.0 later\r\n', '550 5.1.1 never\r\n', '421 4.3.2 bye\r\n', null];
/** The commands with any combination of replies, of which at least one is a refusal. */
const scripts = refusals.flatMap((reply) => [
  { MAIL: reply },
  { RCPT: reply },
  { DATA: reply },
  ...refusals.flatMap((other) => [
    { MAIL: reply, RCPT: other },
    { MAIL: reply, DATA: other },
    { RCPT: reply, DATA: other },
    { MAIL: reply, RCPT: other, DATA: '550 5.5.1 no\r\n' },
  ]),
]);

/** The verdict when the server refuses a command before it accepts the content. A lost connection outweighs a refusal. */
function expected(script: Partial<Script>, strict: boolean) {
  const [command = '', reply] = Object.entries(script).find(([, reply]) => reply !== undefined) ?? [];
  // After 421 the connection is closed, so nothing outweighs it.
  const isLast = reply?.startsWith('421');
  if (reply === null || (!strict && !isLast && Object.values(script).includes(null)))
    return { outcome: 'DEFERRED', reason: 'The connection failed: Connection closed unexpectedly.' };
  const reason = `The mail server responded: ${reply?.trim()}`;
  if (reply?.startsWith('5')) return { outcome: 'REFUSED', reason, ...(command === 'RCPT' && { badAddress: true }) };
  return { outcome: 'DEFERRED', reason, ...(command === 'RCPT' && reply?.startsWith('451') && { ofRecipient: true }) };
}

describe.each([
  { pipelining: true, strict: true },
  { pipelining: true, strict: false },
  { pipelining: false, strict: true },
])('a server with %j', (options) => {
  test.each(scripts)('that replies %j has refused the mail, and takes the next one', async (script) => {
    const server = await ScriptedMailServer.startForTest({ ...options, script });
    const platform = openTo(server);

    expect(await platform.send(email())).toEqual(expected(script, options.strict));
    expect(server.mails).toEqual([]);

    server.script = {};
    expect(await platform.send(email({ subject: 'Another one' }))).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toEqual([expect.stringContaining('Another one')]);
  });

  test.each(refusals)('that replies %j to the content of a mail gets the next one', async (END) => {
    const server = await ScriptedMailServer.startForTest({ ...options, script: {} });
    const platform = openTo(server);
    await platform.send(email({ subject: 'First' }));
    server.script = { END };

    const outcome = END === null ? 'UNKNOWN' : END.startsWith('5') ? 'REFUSED' : 'DEFERRED';
    expect(await platform.send(email({ subject: 'Refused' }))).toMatchObject({ outcome });

    server.script = {};
    expect(await platform.send(email({ subject: 'Second' }))).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toEqual([expect.stringContaining('First'), expect.stringContaining('Second')]);
  });

  test('gets the commands as it offers', async () => {
    const server = await ScriptedMailServer.startForTest({ ...options, script: {} });

    await openTo(server).send(email());

    const commands = ['MAIL FROM:<mail@bakery.example>', 'RCPT TO:<ada@example.com>', 'DATA'];
    expect(server.chunks.slice(1, -1)).toEqual(options.pipelining ? [commands.join('\r\n')] : commands);
  });

  test('gets as many mails over a connection after refusals as without', async () => {
    const server = await ScriptedMailServer.startForTest({ ...options, script: {} });
    const platform = openTo(server);

    for (let count = 0; count < 5; count += 1) {
      server.script = { RCPT: '550 5.7.1 no\r\n' };
      expect(await platform.send(email())).toMatchObject({ outcome: 'REFUSED' });
      server.script = {};
      expect(await platform.send(email())).toMatchObject({ outcome: 'SENT' });
    }

    expect([server.mails.length, server.connections]).toEqual([5, 1]);
  });

  test.each([
    ['sends a second reply to a mail', { END: '250 2.0.0 Ok\r\n250 2.0.0 Ok\r\n' }, 'SENT'],
    ['sends a reply too many to a command', { MAIL: '250 Ok\r\n250 Ok\r\n' }, 'UNKNOWN'],
  ])('that %s gets the next mail over another connection', async (_, script, outcome) => {
    const server = await ScriptedMailServer.startForTest({ ...options, script });
    const platform = openTo(server);

    expect(await platform.send(email())).toMatchObject({ outcome });

    server.script = {};
    expect(await platform.send(email({ subject: 'Another one' }))).toMatchObject({ outcome: 'SENT' });
    expect(server.connections).toBe(2);
  });

  test('that sends half a reply more cannot make a refused mail look sent', async () => {
    const server = await ScriptedMailServer.startForTest({ ...options, script: { END: '250 2.0.0 Ok\r\n250 2.' } });
    const platform = openTo(server);
    expect(await platform.send(email({ subject: 'First' }))).toMatchObject({ outcome: 'SENT' });

    server.script = { MAIL: '550 5.7.1 no\r\n' };
    const { outcome } = await platform.send(email({ subject: 'Second' }));

    // A server that is not strict takes the content although it has refused the sender.
    expect(outcome === 'SENT').toBe(server.mails.length === 2);
  });

  test('may reply in several lines, in pieces, and in other encodings', async () => {
    const script = {
      MAIL: '250-2.1.0\r\n250-\r\n\r\n250 Ok\r\n',
      RCPT: Buffer.from('550-5.7.1 näh\r\n550 5.7.1 n').toString('latin1'),
    };
    const server = await ScriptedMailServer.startForTest({
      ...options,
      script: { ...script, RCPT: `${script.RCPT}o\r\n` },
    });

    expect(await openTo(server).send(email())).toMatchObject({
      outcome: 'REFUSED',
      reason: 'The mail server responded: 550-5.7.1 näh 550 5.7.1 no',
    });
  });

  test.each(['250-x\r\n', '\r\n'])('that sends %j without end instead of a reply makes the mail wait', async (line) => {
    const server = await ScriptedMailServer.startForTest({ ...options, script: { MAIL: line.repeat(600_000) } });

    expect(await openTo(server).send(email())).toEqual({
      outcome: 'DEFERRED',
      reason: 'The connection failed: Server response exceeds maximum allowed size.',
    });
    // What nodemailer has kept of the replies would occupy each turn of the event loop for minutes.
    const turns = async () => {
      for (let count = 0; count < 200; count += 1) await setImmediate();
    };
    expect(Math.min(await threadTime(turns), await threadTime(turns), await threadTime(turns))).toBeLessThan(50);
  });
});
