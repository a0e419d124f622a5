import { type Context, readOnSnapshot, requestOnSnapshot } from '../../api/context.ts';
import type { PageOf } from '../../api/query.ts';
import { madeForCaller, yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { charactersOfWrite, forget, inMemory, type Written } from '../../kernel/values/json-text.ts';
import type { Loader } from '../../representations/loader.ts';
import { isOn, pageIn } from './field.ts';
import type { BesideList, RequestFields, Row } from './row.ts';

export type WholeList<Node> = NonNullable<Row<PageOf<Node>>['whole']>;

export interface ListSource<Node> {
  fields: RequestFields;
  context: Context;
  loaderOf: (context: Context) => Loader;
  read: (context: Context, after?: string) => Promise<PageOf<Node>>;
  envelope: object;
}

export interface Paging {
  page: bigint;
  hasNext: boolean;
  total: number | null;
}

/** Returns the whole list, or the page that was requested. A list with several pages is read while it is sent. */
export async function answerList<Node>(
  whole: WholeList<Node>,
  source: ListSource<Node>,
): Promise<Written & { paging: Paging | null }> {
  const { fields, context, envelope } = source;
  const first = await readOnSnapshot(context, async (reader) => {
    const page = await source.read(reader);
    const loader = source.loaderOf(reader);
    const paging = whole.hasPages && asksForPage(fields) ? await pagingOf(page, fields) : null;
    const beside = (await whole.beside?.({ fields, loader })) ?? (() => ({}));
    return { ...(await madeFrom(page, whole, loader)), beside, paging };
  });
  const { items, beside, paging } = first;
  if (paging || first.next === null) {
    const body = whole.name ? { ...envelope, [whole.name]: items, ...beside(items.length) } : items;
    const written = inMemory(body);
    await chargeBytes(typeof written.body === 'string' ? Buffer.byteLength(written.body) : written.bytes, context);
    return { ...written, paging };
  }
  const pages = readToEnd(whole, first, source);
  const body = whole.name ? writeBeside(whole.name, pages, envelope, beside) : writeList(pages);
  return { body: madeForCaller(charged(body, context)), bytes: 0, paging };
}

export function asksForPage(fields: RequestFields): boolean {
  return ['page', 'limit', 'count'].some((member) => Boolean(fields[`pagination[${member}]`]));
}

async function pagingOf(page: PageOf<unknown>, fields: RequestFields): Promise<Paging> {
  return {
    page: pageIn(fields['pagination[page]']),
    hasNext: page.pageInfo.hasNextPage,
    total: isOn(fields['pagination[count]']) && page.count ? await page.count() : null,
  };
}

interface MadePage {
  items: object[];
  /** Null on the last page. */
  next: string | null;
}

async function madeFrom<Node>(page: PageOf<Node>, { item }: WholeList<Node>, loader: Loader): Promise<MadePage> {
  const { edges, pageInfo } = page;
  forget(page);
  return {
    items: await Promise.all(edges.map(({ node }) => item(node as never, loader))),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/**
 * Yields the whole list, page by page. A snapshot makes all items consistent. Without one, the first page need not be
 * read again.
 */
async function* readToEnd<Node>(
  whole: WholeList<Node>,
  first: MadePage,
  { context, loaderOf, read }: ListSource<Node>,
): AsyncGenerator<object[]> {
  await using snapshot = await requestOnSnapshot(context);
  const reader = snapshot.context;
  const loader = loaderOf(reader);
  for (let page = reader === context ? first : await madeFrom(await read(reader), whole, loader); ; ) {
    yield page.items;
    if (page.next === null) return;
    page = await madeFrom(await read(reader, page.next), whole, loader);
  }
}

async function* writeBeside(
  name: string,
  pages: AsyncIterable<object[]>,
  envelope: object,
  beside: BesideList,
): AsyncGenerator<string> {
  let amount = 0;
  const counted = async function* () {
    for await (const page of pages) {
      amount += page.length;
      yield page;
    }
  };
  yield `${JSON.stringify(envelope).slice(0, -1)},${JSON.stringify(name)}:`;
  yield* writeList(counted());
  const rest = JSON.stringify(beside(amount));
  yield rest === '{}' ? '}' : `,${rest.slice(1)}`;
}

async function* writeList(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let isEmpty = true;
  let text = '[';
  for await (const page of pages)
    for (const item of page) {
      text += (isEmpty ? '' : ',') + JSON.stringify(item);
      isEmpty = false;
      if (text.length < charactersOfWrite) continue;
      yield text;
      text = '';
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
  yield `${text}]`;
}

/** Responses cost a point for each of these bytes: about as many as a document whose cost is a point. */
const bytesOfPoint = 65_536;

/** Charges for a list while it is sent, in addition to its request. */
async function* charged(body: AsyncIterable<Buffer | string>, context: Context): AsyncGenerator<Buffer | string> {
  let bytes = 0;
  for await (const part of body) {
    yield part;
    bytes += Buffer.byteLength(part);
    await chargeBytes(bytes, context);
    bytes %= bytesOfPoint;
  }
}

async function chargeBytes(bytes: number, { viewer, services }: Context): Promise<void> {
  const points = Math.floor(bytes / bytesOfPoint);
  if (points > 0 && viewer) await services.limits.rates.take(viewer.account, points);
}
