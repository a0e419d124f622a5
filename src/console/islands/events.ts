import { liveClient } from './live/live-client.ts';

/* Adds new events at the top of the list of events while the page is open. */

interface Props {
  filter: {
    after: string | null;
    kinds: string[] | null;
    types: string[] | null;
    campaign: string | null;
    key: string | null;
  };
  path: string;
  locale: string;
  timezone: string;
  words: Record<'live' | 'paused' | 'pause' | 'resume' | 'connecting' | 'lost' | 'nobody', string>;
  columns: string[];
}

interface PositionedEvent {
  position: string;
  event: Record<'id' | 'type' | 'datetime', string> & Record<'campaign' | 'session' | 'keyId' | 'by', string | null>;
}

const query = `subscription ConsoleEventsLive($after: BigInt, $kinds: [EventKind!], $types: [String!], $campaign: ID, $key: ID) {
  webhookEvents(after: $after, kinds: $kinds, types: $types, campaign: $campaign, key: $key) {
    position
    event { id type datetime campaign session keyId by }
  }
}`;

/** A page with more rows would become slow. */
const maxRows = 300;

for (const place of document.querySelectorAll<HTMLElement>('[data-island="events"]'))
  follow(place, JSON.parse(place.dataset.props ?? ''));

function follow(place: HTMLElement, { filter, path, locale, timezone, words, columns }: Props): void {
  const client = liveClient();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: timezone });
  // A renewed connection continues after the last event that has arrived.
  const variables = { ...filter };
  let waiting: PositionedEvent[] = [];
  let stop: (() => void) | null = null;

  const state = document.createElement('span');
  state.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  const bar = document.createElement('p');
  bar.className = 'actions live';
  bar.append(state, button);
  place.prepend(bar);
  button.addEventListener('click', () => (stop ? pause() : resume()));
  resume();

  function resume(): void {
    show(words.connecting, 'calm', words.pause);
    stop = client.subscribe<{ webhookEvents: PositionedEvent }>(
      { query, variables },
      {
        next: ({ data }) => data && receive(data.webhookEvents),
        error: lose,
        complete: () => stop && lose(),
      },
    );
  }

  function pause(): void {
    const end = stop;
    stop = null;
    end?.();
    show(words.paused, 'warn', words.resume);
  }

  function lose(): void {
    stop = null;
    // More events may have been missed than a page can show.
    variables.after = null;
    show(words.lost, 'bad', words.resume);
  }

  function show(text: string, tone: string, action: string): void {
    state.textContent = text;
    state.className = `status ${tone}`;
    button.textContent = action;
  }

  function receive(event: PositionedEvent): void {
    variables.after = event.position;
    if (waiting.length === 0) requestAnimationFrame(draw);
    waiting.push(event);
    if (waiting.length > maxRows) waiting = waiting.slice(-maxRows);
  }

  function draw(): void {
    const body = place.querySelector('tbody');
    if (body) {
      for (const { event } of waiting) body.prepend(rowOf(event));
      while (body.rows.length > maxRows) body.lastElementChild?.remove();
    }
    // The list was empty, so the service must draw it.
    else location.reload();
    waiting = [];
  }

  function rowOf({ id, type, datetime, campaign, session, keyId, by }: PositionedEvent['event']): HTMLElement {
    const link = document.createElement('a');
    link.href = `${path}/${id}`;
    link.textContent = type;
    const time = document.createElement('time');
    time.dateTime = datetime;
    time.textContent = format.format(new Date(datetime));
    const row = document.createElement('tr');
    row.className = 'new';
    for (const [index, content] of [
      time,
      link,
      campaign ?? '–',
      session ?? '–',
      by ?? keyId ?? words.nobody,
    ].entries()) {
      const cell = document.createElement('td');
      cell.dataset.name = columns[index] ?? '';
      cell.append(content);
      row.append(cell);
    }
    return row;
  }

  client.on('connected', () => stop && show(words.live, 'good', words.pause));
  client.on('closed', () => stop && show(words.connecting, 'calm', words.pause));
}
