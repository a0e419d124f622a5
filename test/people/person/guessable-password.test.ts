import { expect, test } from 'vitest';
import { isGuessable } from '../../../src/people/person/guessable-password.ts';

const own = ['Ada.Lovelace@example.com', 'Ada Lovelace'];

test.each([
  'password1234',
  'Password1234!',
  'P@ssw0rd12345',
  'passwordpassword',
  'Passwort2026!',
  'qwertz123456',
  'qwertyuiop123',
  'asdfghjklasdf',
  '123456789012',
  '098765432109',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  'abababababab',
  'abc123abc123',
  'letmein123456',
  'iloveyou2024',
  'Administrator1',
  'Welcome12345',
  'changeme!!!!',
  'geheim123456',
  'ada.lovelace@example.com',
  'Ada.Lovelace@example.com1',
  'adalovelace1815',
  'Lovelace2026!!',
  'ｐａｓｓｗｏｒｄ１２３４',
  'drowssap1234',
  'p.a.s.s.w.o.r.d.1',
  'p a s s w o r d 1 2',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'qazwsxedcrfv',
  'michael12345',
  'December2026!',
  'Berlin2026Berlin',
  'hunter2hunter2',
  'Fußball12345',
  'campaignservice',
  'пароль123456',
  'йцукенгшщзхъ',
  'moc.elpmaxe@ecalevol.ada',
])('%s is guessable', (password) => {
  expect(isGuessable(password, own)).toBe(true);
});

test.each(['xk7q2019vzt@example.com', 'xk7abc9vzt@example.com', 'wq1234zkvb@example.com', 'Xk.7qP.2019@example.com'])(
  'the address %s is guessable for its owner, whatever it contains',
  (address) => {
    for (const password of [address, `${address}!`, [...address].reverse().join('')])
      expect(isGuessable(password, [address])).toBe(true);
  },
);

test.each([
  'correct horse battery staple',
  'a password of Mallory',
  'my password is green tea',
  'kW9#vTq2!xLm',
  '48151623421081',
  'r3v0lut10n-b4k3ry',
  'correct-horse-battery',
  'übermütige Brötchen',
  '猫は毎朝パンを食べます',
  'Grace.Hopper@example.com',
])('%s is not', (password) => {
  expect(isGuessable(password, own)).toBe(false);
});
