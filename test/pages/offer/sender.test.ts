import { expect, test } from 'vitest';
import { senderOfCard, senderOfCoupon, webAddress } from '../../../src/pages/offer/sender.ts';

const nothing = { poweredBy: null, poweredByUrl: null, logoUrl: null, imageUrl: null, bannerList: null };
const design = {
  backgroundColor: '#112233',
  foregroundColor: '#ffffff',
  provider: 'Rye Ltd',
  logoId: 'l',
  stripId: 's',
};

test('the coupon says whose it is, then its wallet design, then the account', () => {
  const coupon = {
    ...nothing,
    poweredBy: 'Bakery',
    poweredByUrl: 'https://bakery.example/',
    logoUrl: 'https://i.example/l',
  };

  expect(senderOfCoupon(coupon, 'Agency', design)).toMatchObject({
    ...{ name: 'Bakery', link: 'https://bakery.example/', logo: 'https://i.example/l' },
    colors: { background: '#112233', text: '#ffffff' },
  });
  expect(senderOfCoupon(nothing, 'Agency', design)).toMatchObject({
    ...{ name: 'Rye Ltd', link: null, logo: '/wallet/pictures/l.jpg', banners: ['/wallet/pictures/s.jpg'] },
  });
  expect(senderOfCoupon(nothing, 'Agency', null)).toEqual({
    ...{ name: 'Agency', link: null, logo: null, banners: [], colors: null },
  });
});

test('each picture appears once', () => {
  const [one, two] = ['https://i.example/1', 'https://i.example/2'];
  const coupon = { ...nothing, imageUrl: one, bannerList: JSON.stringify([one, two]) };

  expect(senderOfCoupon(coupon, 'Agency', design).banners).toEqual([one, two]);
});

test('a card has its own colors rather than those of its pass', () => {
  const card = { backgroundColor: '#4b2e1e', textColor: null, logoUrl: null };

  expect(senderOfCard(card, 'Bakery', design).colors).toEqual({ background: '#4b2e1e', text: null });
  expect(senderOfCard({ ...card, backgroundColor: null }, 'Bakery', design).colors?.background).toBe('#112233');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/', '//a.example', 'a.example', '', null])(
  'is no link: %s',
  (address) => {
    expect(webAddress(address)).toBeNull();
  },
);
