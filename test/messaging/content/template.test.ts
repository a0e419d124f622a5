import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/messaging/content/html.ts';
import { fill, parseTemplate } from '../../../src/messaging/content/template.ts';
import { threadTime } from '../../support/thread-time.ts';

const address = 'https://deals.example/p/abc/def';

function filled(text: string, names: { first?: string; last?: string } = {}, isHtml = false): string {
  const { first = '', last = '' } = names;
  const values = { FIRSTNAME: first, LASTNAME: last, NAME: `${first} ${last}`.trim(), URL: address, UNSUBSCRIBE: '' };
  return fill(parseTemplate(text, isHtml), values);
}

const ada = { first: 'Ada', last: 'Lovelace' };

describe('values', () => {
  test.each([
    ['Hello [FIRSTNAME] [LASTNAME]: [URL]', `Hello Ada Lovelace: ${address}`],
    ['[NAME][NAME]', 'Ada LovelaceAda Lovelace'],
    ['[firstname] [Name] [EMAIL] [', '[firstname] [Name] [EMAIL] ['],
  ])('%s', (text, result) => {
    expect(filled(text, ada)).toBe(result);
  });

  test('are not scanned for placeholders again', () => {
    expect(filled('[FIRSTNAME] [LASTNAME]', { first: '[LASTNAME]', last: '[URL]' })).toBe('[LASTNAME] [URL]');
  });

  test('may contain the special patterns of string replacement', () => {
    expect(filled('[NAME]!', { first: '$&', last: "$'" })).toBe("$& $'!");
  });
});

describe('an unknown value leaves no gap', () => {
  test.each([
    ['Hello [FIRSTNAME],', 'Hello,'],
    ['Hello [FIRSTNAME] [LASTNAME],', 'Hello,'],
    ['Hello, [FIRSTNAME]!', 'Hello!'],
    ['Dear [NAME]\nwelcome', 'Dear\nwelcome'],
    ['[FIRSTNAME], your coupon', 'your coupon'],
    ['One\n[FIRSTNAME], your coupon', 'One\nyour coupon'],
    ['Enjoy it, [NAME]', 'Enjoy it'],
    ['For [NAME] only', 'For only'],
    ['a[NAME]b', 'ab'],
    ['[FIRSTNAME] [LASTNAME] [NAME]', ''],
  ])('%j', (text, result) => {
    expect(filled(text)).toBe(result);
  });

  test.each([
    ['<p>Hello [FIRSTNAME],</p>', '<p>Hello,</p>'],
    ['<p>Hello <b>[FIRSTNAME]</b>, you</p>', '<p>Hello<b></b>, you</p>'],
    ['<p>Hello&nbsp;[NAME]!</p>', '<p>Hello!</p>'],
    ['<p>[NAME], hello</p>', '<p>hello</p>'],
    ['<p>Bye, [NAME]</p><p>x</p>', '<p>Bye</p><p>x</p>'],
    ['<p>a > [NAME]</p>', '<p>a ></p>'],
    ['<img alt="For [NAME] only">', '<img alt="For  only">'],
  ])('in HTML: %s', (html, result) => {
    expect(filled(html, {}, true)).toBe(result);
  });

  test('when only one of two is known', () => {
    expect(filled('Hello [FIRSTNAME] [LASTNAME],', { last: 'Lovelace' })).toBe('Hello Lovelace,');
    expect(filled('Hello [FIRSTNAME] [LASTNAME],', { first: 'Ada' })).toBe('Hello Ada,');
  });

  test('in reasonable time, even in a hostile text', async () => {
    const text = `${'a >'.repeat(8000)}${' '.repeat(8000)}${'<b>'.repeat(6000)}[NAME]${'</b>'.repeat(2000)} `;

    expect(await threadTime(() => filled(text, {}, true))).toBeLessThan(1000);
  });

  test.each(['<b></b>[NAME]', '<b>[NAME]</b> ', '[NAME] ', '&nbsp;[NAME]', ', [NAME]', '\n[NAME]'])(
    'in time that grows with the length of the text: %j thousands of times',
    async (part) => {
      const text = part.repeat(50_000 / part.length);

      const time = await threadTime(() => [true, false].map((isHtml) => filled(text, {}, isHtml)));

      expect(time).toBeLessThan(1000);
    },
  );

  test('whatever stands before it', () => {
    const tags = '<i></i>'.repeat(3000);

    expect(filled(`${tags}Hello <b></b>[NAME]!`, {}, true)).toBe(`${tags}Hello<b></b>!`);
  });
});

describe('values in HTML', () => {
  test('are escaped in text', () => {
    expect(filled('<p>[FIRSTNAME]</p>', { first: `"><img src=x onerror='alert(1)'>` }, true)).toBe(
      '<p>&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;</p>',
    );
    expect(filled('<p>&amp;[FIRSTNAME]</p>', { first: 'Tom & Jerry' }, true)).toBe('<p>&amp;Tom &amp; Jerry</p>');
  });

  test.each(['<b title="[FIRSTNAME]">', "<b title='[FIRSTNAME]'>", '<b title=[FIRSTNAME]>', '<b title=x[FIRSTNAME] >'])(
    'never end an attribute: %s',
    (html) => {
      const result = filled(html, { first: `a b"'\`>=<` }, true);

      expect(result).toBe(html.replace('[FIRSTNAME]', 'a&#32;b&#34;&#39;&#96;&#62;&#61;&#60;'));
    },
  );

  test('can be part of an address, but never its scheme', () => {
    expect(filled('<a href="https://x.example/?n=[FIRSTNAME]&t=1">', { first: 'A&b "c"/d' }, true)).toBe(
      '<a href="https://x.example/?n=A%26b%20%22c%22%2Fd&t=1">',
    );
    expect(filled('<a href="[FIRSTNAME]">', { first: 'javascript:alert(1)' }, true)).toBe(
      '<a href="javascript%3Aalert(1)">',
    );
  });

  test.each([
    '<script>let n = "[FIRSTNAME]"</script>',
    '<style>a{b:[FIRSTNAME]}</style>',
    '<!-- [FIRSTNAME] -->',
    '<a [FIRSTNAME]>',
  ])('are reduced to letters and digits in %s', (html) => {
    const result = filled(html, { first: `";</script>--> é1(){}:url()` }, true);

    expect(result).toBe(html.replace('[FIRSTNAME]', 'script é1url'));
  });

  test('the address of the campaign can be a link, a text, or part of another address', () => {
    expect(filled('<a href="[URL]">[URL]</a>', {}, true)).toBe(`<a href="${address}">${address}</a>`);
    expect(filled('<a href="[URL]?x=1"><a href=[URL]>', {}, true)).toBe(`<a href="${address}?x=1"><a href=${address}>`);
    expect(filled('<a href="https://t.example/?to=[URL]">', {}, true)).toBe(
      `<a href="https://t.example/?to=${encodeURIComponent(address)}">`,
    );
    expect(filled('<!--[if mso]><a href="[URL]"><![endif]-->', {}, true)).toContain(`href="${address}"`);
  });
});

describe('HTML as text', () => {
  test.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<h1>News</h1>\n<div>a</div>\n<div>b  c\n d</div>', 'News\n\na\nb c d'],
    ['<ul><li>Rye</li><li>Wheat</li></ul>Bye', '- Rye\n- Wheat\n\nBye'],
    [
      'See <a href="https://x.example/?a=1&amp;b=2">our <b>deals</b></a>, now',
      'See our deals <https://x.example/?a=1&b=2>, now',
    ],
    ['<a href="[URL]">[URL]</a>', '[URL]'],
    ['<a href="[URL]"><img src="x.png" alt="Cake"></a>', 'Cake <[URL]>'],
    ['<a href="mailto:a@b.example">a@b.example</a> <a href="#top">Up</a>', 'a@b.example Up'],
    ['<table><tr><td>Bread</td><td>&euro;&nbsp;3</td></tr><tr><td>Cake</td></tr></table>', 'Bread € 3\nCake'],
    [
      '<head><title>T</title><style>p{}</style></head><body><script>x</script>Fish &amp; chips &lt;3</body>',
      'Fish & chips <3',
    ],
    ['<p>Unclosed <b>bold', 'Unclosed bold'],
  ])('%s', (html, text) => {
    expect(textOf(html)).toBe(text);
  });
});
