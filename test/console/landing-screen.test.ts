import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { makeCoupon } from '../support/make.ts';
import { visit } from '../support/visitor.ts';

const app = useApp();

test('somebody composes the form of a public page, sees it, and closes it again', async () => {
  const client = await app.client();
  const { id, code } = await makeCoupon(app.database, client.owner, { title: 'Fresh bread' });
  const visitor = await visit(app, client.owner, 'MARKETER');
  const path = `/campaigns/${id}/page`;
  const shown = 'landingPage { fields { kind label required } unique limit consent }';
  const stored = async () => (await client.graphql(`{ coupon(id: "${id}") { ${shown} } }`)).data.coupon.landingPage;

  const before = await visitor.open(path);
  expect(before.status).toBe(200);
  expect(before.text).toContain(`/p/${code}`);
  const saved = await visitor.send(path, 'save', {
    ...{ open: 'on', unique: 'EMAIL', limit: '100', consent: 'I agree.', ask_EMAIL: 'OPTIONAL', ask_FIRST_NAME: '' },
    ...{ label_CUSTOM_FIELD_1: 'Favourite bread', needed_CUSTOM_FIELD_1: 'on', label_CUSTOM_FIELD_2: '' },
  });

  expect(saved.status).toBe(303);
  expect(await stored()).toEqual({
    fields: [
      { kind: 'EMAIL', label: null, required: true },
      { kind: 'CUSTOM_FIELD_1', label: 'Favourite bread', required: true },
    ],
    ...{ unique: 'EMAIL', limit: 100, consent: 'I agree.' },
  });
  const after = await visitor.open(path);
  expect(after.text).toContain('Get my coupon');
  expect(after.text).toContain('value="Favourite bread"');
  await visitor.send(path, 'save', { label_CUSTOM_FIELD_1: 'Favourite bread' });
  expect(await stored()).toBeNull();
});

test('what the form lacks is named at its field', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const visitor = await visit(app, client.owner, 'MARKETER', 'de');

  const { status, text } = await visitor.send(`/campaigns/${id}/page`, 'save', { open: 'on', unique: 'PHONE' });

  expect(status).toBe(422);
  expect(text).toContain('Wählen Sie ein Feld, nach dem das Formular fragt.');
  expect(text).toContain('Besucher erhalten hier einen Gutschein');
});
