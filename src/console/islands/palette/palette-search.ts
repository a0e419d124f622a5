import type { Words } from '../../../words/languages.ts';

export type PaletteWords = Words['frame']['palette'];

export interface Suggestion {
  name: string;
  kind: string;
  href: string;
}

const pause = 150;

const query = `query ConsolePalette($text: String!, $code: String!) {
  findSession(code: $code) { id coupon { name } }
  coupons(first: 6, filter: { text: $text }) { nodes { id name } }
  loyaltyCards(first: 4, filter: { text: $text }) { nodes { id name } }
  directories(first: 4, filter: { text: $text }) { nodes { id name } }
}`;

interface NamedCampaign {
  id: string;
  name: string;
}

interface Data {
  findSession: { id: string; coupon: { name: string } }[];
  coupons: { nodes: NamedCampaign[] };
  loyaltyCards: { nodes: NamedCampaign[] };
  directories: { nodes: NamedCampaign[] };
}

/**
 * Finds campaigns by part of their names, and sessions by a code. Waits briefly, so that not every letter makes a call.
 */
export async function find(text: string, words: PaletteWords, signal: AbortSignal): Promise<Suggestion[]> {
  await new Promise((done) => setTimeout(done, pause));
  signal.throwIfAborted();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ query, variables: { code: text, text: text.slice(0, 100) } }),
    signal,
  });
  const { data }: { data?: Data } = await response.json();
  if (!data) return [];
  const named = (kind: 'coupon' | 'card' | 'directory', path: string, nodes: NamedCampaign[]) =>
    nodes.map(({ id, name }) => ({ name, kind: words[kind], href: `/console/${path}/${id}` }));
  return [
    ...data.findSession.slice(0, 5).map(({ id, coupon }) => ({
      name: id,
      kind: `${words.code} · ${coupon.name}`,
      href: `/console/sessions/${encodeURIComponent(id)}`,
    })),
    ...named('coupon', 'campaigns', data.coupons.nodes),
    ...named('card', 'loyalty', data.loyaltyCards.nodes),
    ...named('directory', 'directories', data.directories.nodes),
  ];
}
