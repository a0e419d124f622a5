import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/accounts/account/account.ts';
import { blankCoupon } from '../../../src/coupons/coupon/coupon.ts';
import { blankCard } from '../../../src/loyalty/card/card.ts';
import { type PictureForm, scaledPicture } from '../../../src/wallets/design/picture-scaling.ts';
import { plainDesign, type ShownDesign } from '../../../src/wallets/design/wallet-picture.ts';
import type { PassSubject } from '../../../src/wallets/pass/pass-subject.ts';
import { passFile, sampleSubject } from '../../../src/wallets/pass-file/pass-file.ts';
import { detachedSigner, type PassSigner } from '../../../src/wallets/pass-file/pass-signer.ts';
import { intermediateCertificate, passCertificate, passKey } from '../../support/pass-certificates.ts';
import { type ReadPass, readPass } from '../../support/pass-reader.ts';
import { drawnPicture } from '../../support/picture-server.ts';

const at = '2026-11-22 12:00:00.000';
const account = { id: 'acc_0', name: 'Bakery' } as Account;
const coupon = { ...blankCoupon('acc_0', 'UTC'), name: 'Rye', poweredBy: 'Mill', terms: 'Its own terms' };
const card = { ...blankCard({ id: 'acc_0', domain: null }, 'STAMP', 'WALLET'), name: 'Bread', stampsRequired: 10 };
let signer: PassSigner;
let design: ShownDesign;

beforeAll(async () => {
  const certificates = { certificate: passCertificate(), intermediates: [intermediateCertificate] };
  const sign = detachedSigner({ ...certificates, privateKey: passKey });
  signer = { passType: 'pass.example.bakery', team: 'TEAM123456', sign };
  const picture = await drawnPicture({ width: 1200, height: 400 });
  const files = async (form: PictureForm) => (await scaledPicture(picture, form, 'acc_1')).apple;
  design = {
    ...plainDesign,
    ...{ backgroundColor: '#102030', foregroundColor: '#405060', labelColor: '#708090' },
    ...{ logoText: 'Rye & Co', provider: 'Rye Bakery', terms: 'One each.' },
    locations: [{ latitude: 52.5, longitude: 13.4, text: 'Fresh rye around the corner' }],
    labels: { status: 'State', terms: 'Rules', expiry: 'Until', message: 'News', stamps: 'Loaves', name: 'Guest' },
    changes: { claim: 'Yours: %@', validation: 'Enjoy (%@)', void: 'Gone: %@', stamps: '%@ loaves' },
    ...{ icon: await files('ICON'), logo: await files('LOGO'), strip: await files('STRIP') },
  };
});

function file(subject: PassSubject): Promise<Buffer> {
  const pass = { id: 'pas_0', token: 't'.repeat(32), message: null, messageChange: null };
  return passFile({ pass, campaign: null, subject }, { signer, publicUrl: 'https://bakery.example', at });
}

const read = async (subject: PassSubject): Promise<ReadPass> => readPass(await file(subject));

const fieldsOf = ({ json }: ReadPass) =>
  Object.fromEntries(
    Object.values<{ key: string }[]>(json.coupon ?? json.storeCard)
      .flat()
      .map((field) => [field.key, field]),
  );

describe('the pass of a coupon', () => {
  test('shows its name, its company and the usual labels where texts are blank', async () => {
    const blank = { ...coupon, title: ' ', subtitle: 'On us', poweredBy: '', poweredByUrl: 'https://bakery.example' };
    const { json } = await read(
      sampleSubject(account, { coupon: blank }, { ...design, provider: ' ', labels: { offer: ' ' } }),
    );

    expect(json).toMatchObject({ description: 'Rye', organizationName: 'Bakery' });
    expect(JSON.stringify(json)).toContain('"label":"Offer"');
  });

  test('has the colours, texts, places and pictures of the design', async () => {
    const { json, files } = await read(sampleSubject(account, { coupon }, design));

    expect(json).toMatchObject({
      backgroundColor: 'rgb(16, 32, 48)',
      foregroundColor: 'rgb(64, 80, 96)',
      labelColor: 'rgb(112, 128, 144)',
      organizationName: 'Rye Bakery',
      logoText: 'Rye & Co',
      locations: [{ latitude: 52.5, longitude: 13.4, relevantText: 'Fresh rye around the corner' }],
    });
    for (const [name, of] of Object.entries({ icon: design.icon, logo: design.logo, strip: design.strip }))
      for (const [ending, bytes] of of ?? []) expect(files.get(name + ending)).toEqual(bytes);
  });

  test('names its fields as the design does', async () => {
    const fields = fieldsOf(await read(sampleSubject(account, { coupon }, design)));

    expect(fields).toMatchObject({
      state: { label: 'State', value: 'Ready to use' },
      expires: { label: 'Until' },
      message: { label: 'News' },
      terms: { label: 'Rules', value: 'One each.' },
    });
  });

  test.each([
    ['claimed', { claimedAt: at }, 'Yours: %@'],
    ['validated', { claimedAt: at, validatedAt: at }, 'Enjoy (%@)'],
    ['voided', { voidedAt: at }, 'Gone: %@'],
    ['locked', { lockedAt: at }, '%@'],
  ])('that was %s says so as the design does', async (_, facts, text) => {
    const subject = sampleSubject(account, { coupon }, design);
    if ('session' in subject) Object.assign(subject.session, facts);

    expect(fieldsOf(await read(subject)).state).toMatchObject({ changeMessage: text });
  });

  test('shows no text beside the logo if the design wants none', async () => {
    const { json } = await read(sampleSubject(account, { coupon }, { ...design, logoText: '' }));

    expect(json).not.toHaveProperty('logoText');
  });

  test('without a design is as before', async () => {
    const pass = await read(sampleSubject(account, { coupon }, plainDesign));

    expect(pass.json).toMatchObject({ organizationName: 'Mill', logoText: 'Mill', labelColor: 'rgb(255, 255, 255)' });
    expect(pass.json).not.toHaveProperty('locations');
    expect(fieldsOf(pass)).toMatchObject({ terms: { label: 'Terms and conditions', value: 'Its own terms' } });
    expect([...pass.files.keys()].filter((name) => /^(logo|strip)/.test(name))).toEqual([]);
  });
});

describe('the pass of a loyalty card', () => {
  test('has the fields of the design, and its stamps in its colours', async () => {
    const pass = await read(sampleSubject(account, { card }, design));

    expect(fieldsOf(pass)).toMatchObject({
      stamps: { label: 'Loaves', value: '4/10', changeMessage: '%@ loaves' },
      name: { label: 'Guest' },
      terms: { label: 'Rules', value: 'One each.' },
    });
    expect(pass.files.get('strip@2x.png')).not.toEqual(design.strip?.get('@2x.png'));
  });

  test('with too many stamps to draw has the strip of the design', async () => {
    const { files } = await read(sampleSubject(account, { card: { ...card, stampsRequired: 31 } }, design));

    expect(files.get('strip@2x.png')).toEqual(design.strip?.get('@2x.png'));
  });
});

test('passes with pictures and long texts stay below 40 kB', async () => {
  const terms = 'Ein Brot je Kunde, nur an Werktagen und solange der Vorrat reicht. '.repeat(140);
  const long = { ...design, terms, locations: Array.from({ length: 10 }, () => design.locations[0] as never) };

  for (const campaign of [{ coupon }, { card: { ...card, stampsRequired: 30 } }])
    expect((await file(sampleSubject(account, campaign, long))).length).toBeLessThan(40_000);
});
