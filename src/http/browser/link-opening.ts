import type { IncomingMessage } from 'node:http';

type Opened = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Matches services that fetch links. Most names contain "bot", but so do Cubot phones, which are excluded. The only
 * browser that says "compatible" is Internet Explorer.
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

const programs = /^(?!mozilla|applewebkit|opera|ucweb)[\w .-]+\/\d|^(viber|snapchat|barracuda)\b|cfnetwork|dalvik/i;

/** Whether a request is a prefetch, a HEAD or a preview. Such a request must change nothing. */
export function isLook({ method, headers }: Opened): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose) || robots.test(headers['user-agent'] ?? '');
}

export function isOpening(request: Opened): boolean {
  const agent = request.headers['user-agent'] ?? '';
  return request.method === 'GET' && agent !== '' && !isLook(request) && !programs.test(agent);
}
