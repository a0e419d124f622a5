/* Keeps an open page up to date. While the service cannot report changes, the script asks at growing intervals. */

const longestPause = 120_000;

let source = null;
let failures = 0;
let retry = 0;
let alarm = 0;

const shownPage = () => document.querySelector('[data-version]');

function follow() {
  if (source || document.hidden) return;
  clearTimeout(retry);
  source = new EventSource(`${location.pathname}/changes?version=${shownPage().dataset.version}`);
  source.onopen = () => {
    failures = 0;
  };
  // All holders ask after a change to the campaign, so a random delay spreads their requests.
  source.onmessage = ({ data }) => setTimeout(refresh, data === 'all' ? Math.random() * 500 : 0);
  source.onerror = () => {
    leave();
    const pause = Math.min(longestPause, 3000 * 2 ** failures) * (0.5 + Math.random());
    retry = setTimeout(failures > 0 ? askAgain : follow, pause);
    failures += 1;
  };
}

function leave() {
  source?.close();
  source = null;
  clearTimeout(retry);
}

async function askAgain() {
  await refresh();
  follow();
}

let asking = null;

/** Shows the current page. A call during a request runs after it. */
async function refresh() {
  if (asking) {
    asking.again = true;
    return;
  }
  const mine = { again: false };
  asking = mine;
  try {
    const answer = await fetch(location.pathname);
    if (answer.status === 404) return location.reload();
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // No network: the next change, or the return to the page, tries again.
  } finally {
    asking = null;
    if (mine.again) refresh();
  }
}

function show(page) {
  const [shown, next] = [shownPage(), page.querySelector('[data-version]')];
  if (!next) return location.reload();
  setAlarm(next);
  if (next.dataset.version === shown.dataset.version) return;
  const open = [...shown.querySelectorAll('details')].map((part) => part.open);
  next.querySelectorAll('details').forEach((part, index) => {
    part.open = open[index] ?? false;
  });
  next.classList.add('changed');
  shown.replaceWith(next);
  document.querySelector('[data-news]').textContent = next.querySelector('[data-status]')?.textContent ?? '';
}

/** Asks again at the time at which the page changes by itself: it expires, for example. */
function setAlarm({ dataset: { next } }) {
  clearTimeout(alarm);
  if (next !== undefined) alarm = setTimeout(refresh, Number(next) + 300);
}

function come() {
  if (document.hidden) return leave();
  failures = 0;
  follow();
}

setAlarm(shownPage());
follow();
document.addEventListener('visibilitychange', come);
window.addEventListener('online', come);
window.addEventListener('pagehide', leave);
window.addEventListener('pageshow', ({ persisted }) => persisted && come());
