import { expect, test } from 'vitest';
import { recording, webhookPayloads } from '../../src/payloads/event-kinds.ts';
import { payloadOf } from '../../src/webhooks/payload/payload-context.ts';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import { eventsOf } from '../support/events.ts';
import { makeLanding, passOf } from '../support/make-landing.ts';

const app = useApp();

test('the payloads of a public page have the fields that receivers know', async () => {
  const { owner } = await app.client();
  const coupon = await makeLanding(app.database, owner, {
    page: { fields: [{ kind: 'EMAIL', label: 'Your address', required: true }], consent: 'I agree.' },
  });
  const visitor = new Visitor(app.url);
  await visitor.get(`/p/${coupon.code}?utm_source=poster&custom8=x`);
  const answers = { email: 'ada@example.com', consent: 'yes', utm_source: 'poster', custom8: 'x' };
  const { location } = await visitor.post(`/p/${coupon.code}`, { pass: passOf(coupon.id), ...answers });

  const happened = await eventsOf(app.database, { campaignId: coupon.id });
  const render = webhookPayloads(recording('https://h'), 'https://h');
  const [opened, , submitted] = await Promise.all(
    happened.map((event) => payloadOf(app.database, render, { ...event, data: JSON.stringify(event.data) })),
  );

  const common = { kind: 'LANDING_PAGE', account: owner.account.id, landing_id: coupon.code, target_coupon: coupon.id };
  const none = {
    utm_campaign: '',
    utm_medium: '',
    utm_term: '',
    utm_content: '',
    custom1: '',
    custom2: '',
    custom3: '',
  };
  const others = { custom4: '', custom5: '', custom6: '', custom7: '' };
  const tags = { utm_tags: { ...none, ...others, utm_source: 'poster', custom8: 'x' } };
  expect(opened).toEqual({
    ...{ id: expect.any(String), datetime: expect.any(String), type: 'landing_page_opened', ...common, ...tags },
    ...{ target_statcode: '', target_url: `https://h/p/${coupon.code}` },
    record: {
      ID: coupon.id,
      code: coupon.code,
      name: 'Bread',
      title: 'Fresh bread',
      url: `https://h/p/${coupon.code}`,
    },
  });
  expect(submitted).toEqual({
    ...{ id: expect.any(String), datetime: expect.any(String), type: 'lp_submission', ...common, ...tags },
    ...{ target_statcode: location?.split('/').at(-1), target_url: `https://h${location}` },
    data: { 'Your address': 'ada@example.com' },
    record: expect.objectContaining({ email: 'ada@example.com', utm_source: 'poster', consent: 'I agree.' }),
  });
});

test('an answer is in the webhook whatever the label of its field is', async () => {
  const { owner } = await app.client();
  const labels = ['__proto__', 'constructor', 'toString'];
  const fields = labels.map((label, index) => ({
    ...{ kind: `CUSTOM_FIELD_${index + 1}` as 'CUSTOM_FIELD_1', label, required: true },
  }));
  const coupon = await makeLanding(app.database, owner, { page: { fields } });
  const answers = { customField1: 'one', customField2: 'two', customField3: 'three' };
  await new Visitor(app.url).post(`/p/${coupon.code}`, { pass: passOf(coupon.id), ...answers });

  const happened = await eventsOf(app.database, { campaignId: coupon.id });
  const submitted = happened.find(({ type }) => type === 'lp_submission');
  const render = webhookPayloads(recording('https://h'), 'https://h');
  const payload = await payloadOf(app.database, render, {
    ...submitted,
    data: JSON.stringify(submitted?.data),
  } as never);
  expect(JSON.stringify((payload as { data: object }).data)).toBe(
    '{"__proto__":"one","constructor":"two","toString":"three"}',
  );
});
