import { expect, test } from 'vitest';
import { isLook, isOpening } from '../../../src/http/browser/link-opening.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko)';
const opening = (agent: string, headers = {}, method = 'GET') => ({
  method,
  headers: { 'user-agent': agent, ...headers },
});

test.each([
  [`${phone} Version/18.1 Mobile/15E148 Safari/604.1`],
  [`${phone} Version/17.4 Mobile/15E148 Safari/604.1 (Ecosia ios@9.2.3.1367)`],
  [`${phone} Mobile/22B83 Instagram 355.0.0.33.86 (iPhone15,2; iOS 18_1; de_DE)`],
  [`${phone} Mobile/15E148 [FBAN/FBIOS;FBAV/485.0.0.40;FBDV/iPhone15,2]`],
  ['[FBAN/FB4A;FBAV/567.1.0.52.74;FBDM/{density=3.0,width=1080,height=2340}]'],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36`],
  [`${android} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Line/14.0 [Pinterest/Android]`],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)'],
  // A company tests its own pages so.
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36'],
  ['Opera/9.80 (Android; Opera Mini/36.2/191.249; U; en) Presto/2.12.423 Version/12.16'],
])('a browser opens the page: %s', (agent) => {
  expect(isOpening(opening(agent))).toBe(true);
});

test.each([
  ['WhatsApp/2.23.20.0 A'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Slack-ImgProxy (+https://api.slack.com/robots)'],
  ['TelegramBot (like TwitterBot)'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['facebookexternalhit/1.1;line-poker/1.0'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  ['meta-externalagent/1.1'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
  ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
  ['Synapse (bot; +https://github.com/matrix-org/synapse)'],
  ['Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.social/)'],
  ['Mattermax-Bot/1.1'],
  ['Xing-contenttabreceiver'],
  ['Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
])('a preview only looks at the link, and leaves it as it is: %s', (agent) => {
  expect(isOpening(opening(agent))).toBe(false);
  expect(isLook(opening(agent))).toBe(true);
});

test.each([
  ['Threema 5.2 CFNetwork/1568.200.51 Darwin/24.1.0'],
  ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)'],
  ['okhttp/4.12.0'],
  ['Viber/13.3.0.6'],
  ['Viber'],
  ['Snapchat'],
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)'],
  ['Barracuda Sentinel (EE)'],
  ['curl/8.5.0'],
  ['Go-http-client/2.0'],
  ['python-requests/2.32.3'],
  [''],
])('a program opens nothing, but may follow a link that works once: "%s"', (agent) => {
  expect([isOpening(opening(agent)), isLook(opening(agent))]).toEqual([false, false]);
});

test.each([
  [{ 'sec-purpose': 'prefetch;prerender' }, 'GET'],
  [{ purpose: 'prefetch' }, 'GET'],
  [{ 'x-purpose': 'preview' }, 'GET'],
  [{ 'x-moz': 'prefetch' }, 'GET'],
  [{}, 'HEAD'],
])('a browser that only prepares opens nothing: %j %s', (headers, method) => {
  const request = opening(`${phone} Version/18.1 Mobile/15E148 Safari/604.1`, headers, method);
  expect([isLook(request), isOpening(request)]).toEqual([true, false]);
});
