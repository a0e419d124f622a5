import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Outbound } from '../../src/kernel/outbound/outbound.ts';
import { SmppLink } from '../../src/messaging/platform/smpp/smpp-link.ts';
import { incomingOf } from '../../src/messaging/platform/smpp/smpp-message.ts';
import { MessageCentre } from '../support/smpp-server.ts';
import { longestTurn } from './stalls.ts';
import { longestStall, type Target } from './target.ts';
import { repetitive } from './texts.ts';

const commands = [0x5, 0x103, 0x80000004, 0x80000005, 0x15, 0x80000015, 0x6, 0xb, 0x102, 0x80000000, 0x4];
const texts = repetitive(['id:', 'stat:', 'err:', 'DELIVRD', ' ', '\0', 'a', 'date:'], 65_000);

/** A frame with a header that may lie about its length. */
const frame = fc
  .record({
    length: fc.oneof(fc.constant(null), fc.nat(70_000), fc.constantFrom(0, 1, 15, 16, 2 ** 31, 2 ** 32 - 1)),
    command: fc.oneof(fc.constantFrom(...commands), fc.nat(0xffffffff)),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      texts.map((text) => Buffer.from(text, 'latin1')),
      deliverBody(),
    ),
  })
  .map(({ length, command, body }) => {
    const header = Buffer.alloc(16);
    header.writeUInt32BE(length ?? 16 + body.length, 0);
    header.writeUInt32BE(command, 4);
    header.writeUInt32BE(1, 12);
    return Buffer.concat([header, body]);
  });

/** The body of a `deliver_sm`, with random numbers, a text and optional fields. */
function deliverBody(): fc.Arbitrary<Uint8Array> {
  const option = fc.tuple(fc.constantFrom(0x1e, 0x427, 0x424, 0x423), fc.uint8Array({ maxLength: 200 }), fc.nat(300));
  return fc
    .tuple(fc.uint8Array({ minLength: 9, maxLength: 9 }), texts, fc.array(option, { maxLength: 4 }))
    .map(([numbers, text, options]) => {
      const message = Buffer.from(text.slice(0, 254), 'latin1');
      const addresses = Buffer.from('\0\0\x01' + '123\0' + '\0\0' + '456\0', 'latin1');
      const tlvs = options.map(([tag, value, length]) => {
        const head = Buffer.alloc(4);
        head.writeUInt16BE(tag, 0);
        head.writeUInt16BE(length < 200 ? value.length : length, 2);
        return Buffer.concat([head, value]);
      });
      return Buffer.concat([addresses, numbers, Buffer.from([message.length]), message, ...tlvs]);
    });
}

/** What a message center sends to a link. */
export const smppTarget: Target = {
  name: 'SMPP frames',
  run: async (check) => {
    const centre = await MessageCentre.start();
    const outbound = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] });
    try {
      await check(fc.array(frame, { minLength: 1, maxLength: 5 }), async (frames) => {
        const listener = {
          incoming: async (pdu: Parameters<typeof incomingOf>[0]) => Number(incomingOf(pdu) === null),
          closed: () => undefined,
        };
        await SmppLink.open({ ...centre.settings, from: 'Bakery' }, outbound, listener);
        const milliseconds = await longestTurn(async () => {
          centre.say(Buffer.concat(frames));
          await sleep(2);
        });
        centre.cut();
        expect(milliseconds, 'milliseconds of processor time').toBeLessThan(longestStall);
      });
    } finally {
      await centre.stop();
      outbound.close();
    }
  },
};
