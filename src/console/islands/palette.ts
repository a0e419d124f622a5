/* Finds screens by a part of their name: entries of the navigation, campaigns and codes. Opens the chosen one. */

import type { Words } from '../../words/languages.ts';

const words: PaletteWords = JSON.parse(document.body.dataset.palette ?? '{}');
const dialog = document.createElement('dialog');
const input = document.createElement('input');
const list = document.createElement('ul');
const status = document.createElement('p');
let current = 0;
let calls = new AbortController();

build();

function build(): void {
  dialog.className = 'palette';
  dialog.setAttribute('aria-label', words.title);
  Object.assign(input, {
    type: 'text',
    placeholder: words.title,
    autocomplete: 'off',
    spellcheck: false,
    maxLength: 300,
  });
  setAll(input, { role: 'combobox', 'aria-label': words.title, 'aria-controls': 'palette-list' });
  setAll(input, { 'aria-expanded': 'true', 'aria-autocomplete': 'list' });
  list.id = 'palette-list';
  setAll(list, { role: 'listbox', 'aria-label': words.title });
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  dialog.append(input, list, status);
  document.body.append(dialog);
  input.addEventListener('input', search);
  input.addEventListener('keydown', choose);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.querySelector('.bar .find')?.after(opener());
}

function setAll(element: Element, attributes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value ?? '');
}

/** A button for people who do not know the keyboard shortcut. */
function opener(): HTMLElement {
  const button = document.createElement('button');
  const keys = document.createElement('kbd');
  Object.assign(button, { type: 'button', className: 'button quiet jump', title: words.title });
  setAll(button, { 'aria-keyshortcuts': 'Control+K', 'aria-haspopup': 'dialog' });
  keys.textContent = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
  button.append(`${words.open} `, keys);
  button.addEventListener('click', open);
  return button;
}

function open(): void {
  if (dialog.open) return;
  input.value = '';
  dialog.showModal();
  search();
}

function search(): void {
  calls.abort();
  calls = new AbortController();
  const text = input.value.trim();
  const near = screensWith(text);
  show(near);
  if (text.length < 2) return;
  find(text, words, calls.signal).then(
    (found) => show([...near, ...found]),
    () => undefined, // A later text took its place, or there is no connection: the screens stay.
  );
}

function screensWith(text: string): Suggestion[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('.menu nav a, .tabs a');
  return [...links]
    .filter(({ textContent }) => fold(textContent ?? '').includes(fold(text)))
    .map(({ textContent, href }) => ({ name: textContent ?? '', kind: words.screen, href }));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function show(found: readonly Suggestion[]): void {
  list.replaceChildren(...found.map(option));
  status.textContent = found.length > 0 ? words.found.replace('%1', `${found.length}`) : words.nothing;
  list.dataset.nothing = found.length > 0 ? '' : words.nothing;
  select(0);
}

function option({ name, kind, href }: Suggestion, index: number): HTMLElement {
  const item = document.createElement('li');
  const small = document.createElement('small');
  item.id = `palette-${index}`;
  small.textContent = kind;
  item.setAttribute('role', 'option');
  item.append(name, small);
  item.addEventListener('click', () => location.assign(href));
  item.addEventListener('pointermove', () => current !== index && select(index));
  return item;
}

function select(index: number): void {
  const options = [...list.children];
  current = options.length === 0 ? 0 : (index + options.length) % options.length;
  for (const [at, one] of options.entries()) one.setAttribute('aria-selected', `${at === current}`);
  options[current]?.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', options[current]?.id ?? '');
}

function choose(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) select(current + step);
  else if (event.key === 'Enter' && !event.isComposing) (list.children[current] as HTMLElement | undefined)?.click();
  else return;
  event.preventDefault();
}

type PaletteWords = Words['frame']['palette'];

interface Suggestion {
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
async function find(text: string, words: PaletteWords, signal: AbortSignal): Promise<Suggestion[]> {
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
