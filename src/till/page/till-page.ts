import { render } from 'preact';
import { type Language, tillWords } from '../../words/languages.ts';
import { Desk } from '../desk/desk.ts';
import { listenToScanner } from '../desk/scanner-keys.ts';
import { pairingToken } from '../desk/till-device.ts';
import { allowSound } from '../desk/till-signal.ts';
import { languageOfTill } from '../view/till-language.ts';
import { tillView } from '../view/till-view.tsx';

const refreshMilliseconds = 20_000;
/** The pause before another attempt without a network. The event `online` may come before the network works. */
const retryMilliseconds = 2000;
const tickMilliseconds = 250;
const updateMilliseconds = 3_600_000;
const languageName = 'till-language';

const root = document.querySelector('#till') as HTMLElement;
const { worker = '', root: scope = '' } = document.body.dataset;
let language = languageOfTill(localStorage.getItem(languageName));
let shown = '';
let wasBusy = false;
/** Whether there is a new version. It is installed when the till is idle. */
let isOutdated = false;
let isRefreshing = false;
let refreshed = 0;

const desk = new Desk(draw);

function draw(): void {
  const words = tillWords[language];
  document.documentElement.lang = language;
  document.title = words.title;
  render(tillView({ desk, words, language, chooseLanguage }), root);
  const name = desk.device?.isRevoked ? 'revoked' : desk.screen.is;
  const isBusy = 'busy' in desk.screen && desk.screen.busy;
  // A button loses the focus while it is disabled, so restore it.
  if (name !== shown || (wasBusy && !isBusy)) focus();
  shown = name;
  wasBusy = isBusy;
  if (isOutdated && desk.screen.is === 'ready') location.reload();
}

/** Moves the focus to a new screen, for keyboards and screen readers. */
function focus(): void {
  const first =
    root.querySelector<HTMLElement>('[data-focus="first"]') ?? root.querySelector<HTMLElement>('[data-focus]');
  first?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function chooseLanguage(chosen: Language): void {
  localStorage.setItem(languageName, chosen);
  language = chosen;
  draw();
}

/** Returns the token, and removes it from the address, so that nobody can see or bookmark it. */
function takeToken(): string | null {
  const token = pairingToken(location.hash);
  if (token) history.replaceState(null, '', location.pathname);
  return token;
}

async function refresh(): Promise<void> {
  if (isRefreshing) return;
  isRefreshing = true;
  await desk.refresh().finally(() => {
    isRefreshing = false;
    refreshed = performance.now();
  });
}

async function keepOpenable(): Promise<void> {
  if (!navigator.serviceWorker) return;
  const hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = hadWorker;
    draw();
  });
  const registration = await navigator.serviceWorker.register(worker, { scope });
  setInterval(() => void registration.update().catch(() => undefined), updateMilliseconds);
}

for (const event of ['pointerdown', 'keydown']) addEventListener(event, allowSound);
addEventListener('online', () => void refresh());
addEventListener('offline', () => {
  desk.isOnline = false;
  draw();
});
addEventListener('hashchange', () => {
  const token = takeToken();
  if (token) void desk.follow(token).then(() => desk.refresh());
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
setInterval(() => {
  const pause = desk.isOnline ? refreshMilliseconds : retryMilliseconds;
  if (!document.hidden && performance.now() - refreshed >= pause) void refresh();
}, retryMilliseconds);
setInterval(() => {
  if (desk.screen.is === 'redeemed') draw();
}, tickMilliseconds);
listenToScanner((text) => void desk.scan(text));
draw();
void desk.start(takeToken());
keepOpenable().catch(() => undefined);
