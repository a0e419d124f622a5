import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Event } from '../../src/kernel/event-log/event.ts';
import { webhookPayloads } from '../../src/payloads/event-kinds.ts';
import { eventCatalog, eventKinds } from '../../src/vocabulary/event-catalog.ts';

/** The rows of the table in the documentation: a kind, its fields, and the fields that only some types have. */
const documented = new Map(
  [...readFileSync('docs/webhooks.md', 'utf8').matchAll(/^\| `([A-Z_]+)` +\|(.+?)\|(.*)\|$/gm)].map(
    ([, kind, fields = '', others = '']) => [kind, { fields: namesIn(fields), others: namesIn(others) }],
  ),
);

/** What each noun has of which payloads are made. */
const held = {
  ...{ id: 'usr_0123456789abcdef', cardCode: 'q8w3e5r1', name: 'North', email: 'ada@example.com' },
  ...{ session: '0a1b2c3d4e5f6g7h8i9j0', couponCode: 'q8w3e5r1', createdAt: '2026-11-21 08:30:00.000' },
  ...{ tags: { utm: {}, custom: {} }, labelled: {} },
};

test.for(eventKinds.flatMap((kind) => eventCatalog[kind].types.map((type) => ({ kind, type }))))(
  'the payload of $kind $type has the documented fields of its kind',
  ({ kind, type }) => {
    const { fields = [], others = [] } = documented.get(kind) ?? {};
    const event: Event = {
      ...{ number: 1, position: 1, id: 'evt_0123456789abcdefghij', accountId: 'acc_0123456789abcdef', keyId: null },
      ...{ kind, type, createdAt: '2026-11-21 08:30:00.000', campaignId: 'cam_0123456789ab' },
      ...{ session: held.session, data: JSON.stringify(held) },
    };
    const render = webhookPayloads(() => ({ held: true }), 'https://example.com');

    const payload = render(event, { isOfSubaccount: false, coupon: null, session: held as never });

    const [other, ...types] = others;
    const own = other && (types.length === 0 || types.includes(type)) ? [other] : [];
    const common = ['id', 'datetime', 'type', 'kind', 'account', 'record'];
    expect(Object.keys(payload).toSorted()).toEqual([...common, ...fields, ...own].toSorted());
    expect(payload).toMatchObject({ type, kind, datetime: '2026-11-21 08:30:00', record: { held: true } });
  },
);

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(.+?)`/g)].flatMap(([, names = '']) => names.split(' '));
}
