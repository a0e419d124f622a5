import type { Paging } from './whole-list.ts';

/**
 * Returns the headers with the addresses of the neighbouring pages and the length of the list (contract, section 5).
 */
export function pagingHeaders({ page, hasNext, total }: Paging, address: string): Map<string, string> {
  const links = [
    ...(hasNext ? [`<${withPage(address, page + 1)}>; rel="next"`] : []),
    ...(page > 1 ? [`<${withPage(address, page - 1)}>; rel="prev"`] : []),
  ];
  return new Map([
    ...(links.length > 0 ? [['Link', links.join(', ')] as const] : []),
    ...(total === null ? [] : [['X-Total-Count', String(total)] as const]),
  ]);
}

function withPage(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('pagination[page]', String(page));
  return url.href;
}
