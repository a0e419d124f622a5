import { describe, expect, test } from 'vitest';
import { emailText } from '../../../src/api/inputs.ts';
import { cardEmail, couponEmail, couponSms, directoryEmail } from '../../../src/messaging/content/campaign-content.ts';
import type { NewContent } from '../../../src/messaging/content/message-content.ts';
import { renderEmail, renderSms } from '../../../src/messaging/content/rendering.ts';
import { threadTime } from '../../support/thread-time.ts';

const coupon = { name: 'rye', title: 'Rye bread', emailSubject: null, emailBody: null, smsBody: null };
const link = '/p/abcdefgh/0a1b2c3d4e5f6g7h8i9j0';
const url = `https://deals.example${link}`;
const unsubscribeUrl = 'https://deals.example/unsubscribe?a=1&b=2';
const someone = { id: 'msg_0000000000000000', accountId: 'acc_0000000000000000', address: 'ada@example.com', link };
const ada = { ...someone, firstName: 'Ada', lastName: 'Lovelace' };
const unknown = { ...someone, firstName: null, lastName: null };
const account = { name: 'Bakery', domain: 'bakery.example' };

type Recipient = typeof ada | typeof unknown;

let stored = 0;

function store(content: NewContent) {
  stored += 1;
  return { ...content, id: `mct_${stored}`, accountId: 'acc_0', createdAt: '2026-11-21 08:00:00.000' as never };
}

const email = (content: NewContent, message: Recipient = ada, from: string | null = null) =>
  renderEmail(store(content), message, { account, from, publicUrl: 'https://deals.example', unsubscribeUrl });

const sms = (body: string, message: Recipient = ada) =>
  renderSms(store(couponSms(coupon, { body })), message, 'https://deals.example').text;

describe('an email', () => {
  test('of a coupon without its own texts contains all known values', () => {
    const { subject, text, html, to, from } = email(couponEmail(coupon, {}));

    expect(subject).toBe('Rye bread');
    expect(to).toEqual({ name: 'Ada Lovelace', address: 'ada@example.com' });
    expect(from).toEqual({ name: 'Bakery', address: 'no-reply@bakery.example' });
    expect(text).toBe(
      `Hello Ada Lovelace,\n\nRye bread: your coupon is waiting for you.\n\n${url}\n\nEnjoy it, Ada Lovelace!\n\n-- \nUnsubscribe from these emails: ${unsubscribeUrl}`,
    );
    expect(html).toContain('<p>Hello Ada Lovelace,</p>');
    expect(html).toMatch(new RegExp(`<a href="${url}" style="[^"]+">Open your coupon</a>`));
    expect(html).toContain('<a href="https://deals.example/unsubscribe?a=1&amp;b=2"');
    expect(html).not.toMatch(/\[[A-Z]+\]/);
    expect(html).toMatch(/Unsubscribe<\/a><\/p>\n<\/div>\n<\/body>/);
  });

  test('leaves no gap for an unknown name', () => {
    const { text, to } = email(couponEmail(coupon, {}), unknown);

    expect(text).toMatch(/^Hello,\n\n/);
    expect(text).toContain('\n\nEnjoy it!\n');
    expect(to.name).toBeNull();
  });

  test('has the texts of the coupon, and a link if the body has none', () => {
    const { subject, text, html } = email(
      couponEmail({ ...coupon, emailSubject: 'For [FIRSTNAME]', emailBody: 'Bread < cake & tea,\nreally' }, {}),
    );

    expect(subject).toBe('For Ada');
    expect(text).toContain(`Bread < cake & tea,\nreally\n\nOpen your coupon:\n${url}\n`);
    expect(html).toContain('<p>Bread &lt; cake &amp; tea,<br>\nreally</p>');
    expect(html.match(/<a /g)).toHaveLength(2);
  });

  test('with a tag in its body is HTML, with a text version', () => {
    const { text, html } = email(
      couponEmail({ ...coupon, emailBody: '<h1>Hello [FIRSTNAME]</h1><a href="[URL]">Bread</a>' }, {}),
    );

    expect(html).toContain(`<h1>Hello Ada</h1><a href="${url}">Bread</a>`);
    expect(html).toMatch(/^<!doctype html>/);
    expect(text).toMatch(new RegExp(`^Hello Ada\n\nBread <${url}>\n\n-- \n`));
  });

  test('with a whole document as its body keeps it, and adds to the end of its body', () => {
    const { html } = email(couponEmail({ ...coupon, emailBody: '<html><BODY class="x"><p>Hi</p></BODY></html>' }, {}));

    expect(html).toMatch(
      /^<html><BODY class="x"><p>Hi<\/p><p .*Open your coupon.*Unsubscribe<\/a><\/p>\n<\/BODY><\/html>$/s,
    );
  });

  test('contains untrusted names as text, and without line breaks in headers', () => {
    const evil = { ...someone, firstName: '<b>Eve</b>\r\nBcc: all@example.com', lastName: '"[URL]' };
    const { subject, html, text, to } = email(couponEmail(coupon, { subject: 'For\r\nX-A: [NAME]' }), evil);

    expect(subject).toBe('For X-A: <b>Eve</b> Bcc: all@example.com "[URL]');
    expect(to.name).toBe('<b>Eve</b> Bcc: all@example.com "[URL]');
    expect(html).toContain('Hello &lt;b&gt;Eve&lt;/b&gt; Bcc: all@example.com &quot;[URL],');
    expect(text).toContain('Hello <b>Eve</b> Bcc: all@example.com "[URL],');
  });

  test('comes from the sender of the content, the platform, or the domain of the account', () => {
    const content = directoryEmail(coupon, {});

    expect(email({ ...content, sender: 'Ada <ada@bäckerei.example>' }, ada, 'x@y.example').from).toEqual({
      name: 'Ada',
      address: 'ada@xn--bckerei-5wa.example',
    });
    expect(email(content, ada, 'news@y.example').from).toEqual({ name: 'Bakery', address: 'news@y.example' });
    const nobody = { account: { name: '', domain: null }, from: null, publicUrl: '', unsubscribeUrl };
    expect(() => renderEmail(store(content), ada, nobody)).toThrow(
      'Email not sent to ada@example.com: there is no sender',
    );
  });

  test('goes to the ASCII form of a domain', () => {
    expect(email(cardEmail(coupon, {}), { ...ada, address: 'Ada@Bücher.example' }).to.address).toBe(
      'Ada@xn--bcher-kva.example',
    );
  });

  test('labels its link', () => {
    expect(email(directoryEmail(coupon, { buttonText: 'Go <there>' })).html).toContain('>Go &lt;there&gt;</a>');
    expect(email(directoryEmail(coupon, {})).html).toContain('>View deals</a>');
  });
});

describe('an editor that completes or encodes the address of a link leaves it working', () => {
  test.each([
    'http://[URL]',
    'https://[URL]',
    'HTTP://[URL]',
    '//[URL]',
    'http://https://[URL]',
    'https://www.[URL]',
    'www.[URL]',
    ' [URL] ',
    '%5BURL%5D',
    '%5bURL%5d',
    '%255BURL%255D',
    '&#91;URL&#93;',
    '&#x5b;URL&#x5D;',
    '&lbrack;URL&rbrack;',
    'http://%5BURL%5D',
    'https%3A%2F%2F%5BURL%5D',
  ])('%j', (href) => {
    const { html, text } = email(couponEmail(coupon, { body: `<p>Bread</p><a href="${href}">Open</a>` }));

    expect(html.match(/<a href="\s*([^"]*?)\s*"/)?.[1]).toBe(url);
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(text).toContain(`Open <${url}>`);
  });

  test.each(['http://[URL]', 'https://[URL]', 'https://www.[URL]', '%5BURL%5D'])(
    'in an SMS and in plain text: %s',
    (written) => {
      expect(sms(`Fresh bread: ${written}!`)).toBe(`Fresh bread: ${url}!`);
      expect(email(couponEmail(coupon, { body: `Fresh bread: ${written}\n\n${written}` })).text).toContain(
        `Fresh bread: ${url}\n\n${url}\n`,
      );
    },
  );

  test('and names in it too', () => {
    const { html } = email(couponEmail(coupon, { body: '<a href="https://x.example/?n=%5BFIRSTNAME%5D">Bread</a>' }));

    expect(html).toContain('href="https://x.example/?n=Ada"');
  });

  test('and other addresses as they are', () => {
    const body =
      '<a href="https://t.example/?to=[URL]">a</a> <a href="http://x.example">b</a> http://[FIRSTNAME] https://';
    const { html } = email(couponEmail(coupon, { body }));

    expect(html).toContain(`<a href="https://t.example/?to=${encodeURIComponent(url)}">a</a>`);
    expect(html).toContain('<a href="http://x.example">b</a> http://Ada https://');
    expect(html.match(/<a /g)).toHaveLength(3);
  });

  test.each([
    '/[URL]',
    '#[URL]',
    '?to=[URL]',
    'https://bakery.example/[URL]',
    'mailto:[URL]',
    '#x" title="[URL]',
    '#x"><!-- [URL] --><i class="',
    '[url]',
  ])('and an address that leads nowhere is followed by a link that works: %s', (href) => {
    const { html, text } = email(couponEmail(coupon, { body: `<a href="${href}">Open</a>` }));

    expect(html).toContain(`<a href="${url}" style="`);
    expect(text).toContain(`Open your coupon:\n${url}`);
  });

  test('in time that grows with the length of the text', async () => {
    const parts = ['http:', 'http://', '//', '%5B', '%25', '&#0', '[URL', 'https%3A%2F%2F', 'www.'];
    const time = await threadTime(() =>
      parts.map((part) => couponEmail(coupon, { body: part.repeat(50_000 / part.length) })),
    );

    expect(time).toBeLessThan(1000);
  });
});

test('encoded placeholders count towards the limit of a body', () => {
  expect(emailText.safeParse('%5BURL%5D'.repeat(200)).success).toBe(true);
  expect(emailText.safeParse('%5BURL%5D'.repeat(201)).success).toBe(false);
});

test('an SMS has the address at its end, or at its placeholder', () => {
  expect(sms('Hello [FIRSTNAME]!')).toBe(`Hello Ada! ${url}`);
  expect(sms('See [URL], [NAME]')).toBe(`See ${url}, Ada Lovelace`);
  expect(sms('Bread\n')).toBe(`Bread ${url}`);
  expect(sms('Hello [FIRSTNAME]!', unknown)).toBe(`Hello! ${url}`);
  expect(sms('')).toBe(`Rye bread: ${url}`);
});

test('a content is read once for all its messages', async () => {
  const content = store(couponEmail({ ...coupon, emailBody: `<p>${'<b>Bread</b> '.repeat(3000)}[NAME]</p>` }, {}));
  const dependencies = { account, from: null, publicUrl: 'https://deals.example', unsubscribeUrl };
  const render = () => renderEmail(content, ada, dependencies);
  render();

  const time = await threadTime(() => Array.from({ length: 1000 }, render));

  expect(time).toBeLessThan(500);
});
