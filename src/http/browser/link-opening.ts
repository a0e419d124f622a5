import type { IncomingMessage } from 'node:http';

type Opened = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Names of programs that fetch a link because somebody sent it: previews of messengers, search engines, scanners. Most say
 * "bot" (unlike phones of Cubot) or give an address that explains them. No browser but Internet Explorer is "compatible".
 */
const robots = new RegExp(
  [
    '(?<!cu)bot|crawl|spider|slurp|scrap|preview|externalhit|external(agent|fetcher)|unfurl|oembed|archiver|monitor',
    'whatsapp|mastodon|cardyb|embedly|iframely|vkshare|microlink|synapse|googlemessages|contenttabreceiver',
    'img-?proxy|image-?proxy|link-?check|validator|inspectiontool|pagerenderer|lighthouse|phantomjs|prerender',
    'https?://|mailto:|@[\\w-]+\\.[a-z]{2}|compatible; (?!msie)',
  ].join('|'),
  'i',
);

/** Programs and apps, which begin with their own name, such as `curl/8.5.0`. Messengers on phones make previews so. */
const programs = /^(?!mozilla|applewebkit|opera|ucweb)[\w .-]+\/\d|^(viber|snapchat|barracuda)\b|cfnetwork|dalvik/i;

/**
 * Returns whether a link is only looked at: a browser prepares for it, a program asks whether it exists, or a service makes
 * a preview of it. Such a look changes nothing.
 */
export function isLook({ method, headers }: Opened): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose) || robots.test(headers['user-agent'] ?? '');
}

/** Returns whether a person has opened a page, as far as the request tells: in a browser, which always says its name. */
export function isOpening(request: Opened): boolean {
  const agent = request.headers['user-agent'] ?? '';
  return request.method === 'GET' && agent !== '' && !isLook(request) && !programs.test(agent);
}
