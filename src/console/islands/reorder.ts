/*
 * Lets people drag the items of ordered lists, within a list and between lists. It also makes the buttons work without
 * loading the page. Without this script, the buttons still work, because their forms contain the targets.
 */

const lists = [...document.querySelectorAll<HTMLOListElement>('[data-sortable]')];
const status = document.createElement('p');
let sending: Promise<unknown> = Promise.resolve();

if (lists.some((list) => list.querySelector('.moves form'))) {
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  document.querySelector('main')?.append(status);
  for (const item of lists.flatMap((list) => itemsOf(list))) prepare(item);
}

function itemsOf(list: Element): HTMLElement[] {
  return [...list.children] as HTMLElement[];
}

function prepare(item: HTMLElement): void {
  const [up, down] = item.querySelectorAll<HTMLFormElement>('.moves form');
  up?.addEventListener('submit', (event) => moveBy(event, item, -1));
  down?.addEventListener('submit', (event) => moveBy(event, item, 1));
  const grip = document.createElement('span');
  grip.className = 'grip';
  grip.setAttribute('aria-hidden', 'true');
  grip.addEventListener('pointerdown', (event) => drag(event, item));
  item.firstElementChild?.prepend(grip);
}

function moveBy(event: SubmitEvent, item: HTMLElement, step: 1 | -1): void {
  event.preventDefault();
  const other = step > 0 ? item.nextElementSibling : item.previousElementSibling;
  if (!other) return;
  if (step > 0) other.after(item);
  else other.before(item);
  event.submitter?.focus();
  save(item);
}

/** Listens on the whole document: an item that moves in the document loses a captured pointer. */
function drag(event: PointerEvent, item: HTMLElement): void {
  event.preventDefault();
  item.classList.add('dragged');
  const { parentElement: list, nextElementSibling: next } = item;
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    ended.abort();
    item.classList.remove('dragged');
    if (item.parentElement !== list || item.nextElementSibling !== next) save(item);
  };
  const follow = ({ clientX, clientY }: PointerEvent) =>
    place(item, document.elementFromPoint(clientX, clientY), clientY);
  document.addEventListener('pointermove', follow, { signal });
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end, { signal });
}

/** Puts the item before or after the one under the pointer or, elsewhere in another section, at the end of its list. */
function place(item: HTMLElement, under: Element | null, y: number): void {
  const other = under?.closest('[data-sortable] > li');
  if (other && other !== item) {
    const { top, height } = other.getBoundingClientRect();
    if (y < top + height / 2) other.before(item);
    else other.after(item);
  } else if (!other) {
    const list = under?.closest('section')?.querySelector('[data-sortable]');
    if (list && list !== item.parentElement) list.append(item);
  }
}

/** Sends one position at a time. If that fails, shows the stored order again. */
function save(item: HTMLElement): void {
  const list = item.parentElement;
  const form = item.querySelector<HTMLFormElement>('.moves form');
  if (!list || !form) return;
  const fields = new URLSearchParams([...new FormData(form)] as [string, string][]);
  const before = item.previousElementSibling as HTMLElement | null;
  fields.set('after', before?.dataset.key ?? '');
  fields.set('category', list.dataset.sortable ?? '');
  fields.set('_once', [...crypto.getRandomValues(new Uint8Array(16))].join('-'));
  const { moved = '', failed = '' } = list.dataset;
  const all = itemsOf(list);
  for (const one of lists)
    one.parentElement?.querySelector('.nothing')?.toggleAttribute('hidden', one.children.length > 0);
  sending = sending
    .then(() => post(form.action, fields))
    .then(() => {
      status.textContent = moved.replace('%1', `${all.indexOf(item) + 1}`).replace('%2', `${all.length}`);
    })
    .catch(() => {
      status.textContent = failed;
      location.reload();
    });
}

/** The address after a successful form contains `done`. The address after a failed one does not. */
async function post(action: string, body: URLSearchParams): Promise<void> {
  const response = await fetch(action, { method: 'POST', body });
  if (!response.ok || !new URL(response.url).searchParams.has('done')) throw new Error(`${response.status}`);
}
