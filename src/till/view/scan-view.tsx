import type { ComponentChildren } from 'preact';
import { fullName, titleOf } from '../../kernel/values/blank.ts';
import type { Screen } from '../desk/desk-screen.ts';
import type { Shown } from './shown.ts';
import { button, field, heading, submitting, timeOf } from './view-parts.tsx';

type Of<Name extends Screen['is']> = Extract<Screen, { is: Name }>;

export function unpairedView({ desk, words }: Shown, { refused }: Of<'unpaired'>) {
  const { title, steps, orLink, pair, wrong, unreachable } = words.unpaired;
  return (
    <div class="sheet plain">
      {heading(title)}
      {refused && (
        <p class="notice bad" role="alert">
          {refused.code === 'UNREACHABLE' ? unreachable : wrong}
        </p>
      )}
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <form onSubmit={submitting(({ link = '' }) => void desk.scan(link))}>
        {field(orLink, { name: 'link', type: 'url', pattern: '.*#pair=.+', title: wrong })}
        <button class="button">{pair}</button>
      </form>
    </div>
  );
}

/** Asks before the device becomes another till. */
export function pairingView({ desk, words }: Shown, { token, refused }: Of<'pairing'>) {
  const { title, text, kept, go, stay } = words.pairing;
  const { wrong, unreachable } = words.unpaired;
  const { till, account } = desk.device ?? {};
  return (
    <div class="sheet plain">
      {heading(title)}
      {refused && (
        <p class="notice bad" role="alert">
          {refused.code === 'UNREACHABLE' ? unreachable : wrong}
        </p>
      )}
      <p dir="auto">{text([till?.name, account].filter(Boolean).join(' · '))}</p>
      {desk.waiting.length > 0 && <p>{kept(desk.waiting.length)}</p>}
      {button(stay, () => desk.show({ is: 'ready' }))}
      {button(go, () => void desk.pair(token), { class: 'button quiet' })}
    </div>
  );
}

export function readyView({ desk, words }: Shown, { note }: Of<'ready'>) {
  const { state } = desk.camera;
  const { title, field: label, go, photo, camera, forbidden, missing } = words.ready;
  return (
    <div class="ready" data-camera={state}>
      <div class="finder" aria-hidden />
      <div class="tray">
        {note && <p class={note === 'undone' ? 'notice good' : 'notice bad'}>{words.ready[note]}</p>}
        {heading(title)}
        {state === 'forbidden' && <p class="notice">{forbidden}</p>}
        {state === 'missing' && <p class="notice">{missing}</p>}
        {(state === 'off' || state === 'forbidden') && button(camera, () => void desk.camera.start())}
        <form class="typed" onSubmit={submitting(({ code = '' }) => void desk.scan(code))}>
          {field(label, {
            name: 'code',
            autoCapitalize: 'none',
            spellcheck: false,
            enterKeyHint: 'go',
            maxLength: 2000,
          })}
          <button class="button quiet">{go}</button>
        </form>
        <label class="button quiet photo">
          {photo}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            class="unseen"
            onChange={({ currentTarget }: Event) => {
              const input = currentTarget as HTMLInputElement;
              const [file] = input.files ?? [];
              if (file) void desk.scanPhoto(file);
              input.value = '';
            }}
          />
        </label>
      </div>
    </div>
  );
}

/** Shows several coupons or cards with the same code. */
export function choiceView({ desk, words, language }: Shown, { sessions, users, scan }: Of<'choice'>) {
  const choice = (key: string, title: string, text: ComponentChildren, choose: () => void) => (
    <li key={key}>
      <button type="button" onClick={choose}>
        <strong dir="auto">{title}</strong>
        <span dir="auto">{text}</span>
      </button>
    </li>
  );
  return (
    <div class="sheet plain">
      {heading(words.choice.title)}
      <ul class="choices">
        {sessions.map((session) => {
          const { validatedAt, createdAt, coupon } = session;
          const state = validatedAt
            ? words.choice.used(timeOf(validatedAt, language))
            : words.choice.made(timeOf(createdAt, language));
          return choice(
            session.session,
            titleOf(coupon),
            [fullName(session), state].filter(Boolean).join(' · '),
            () => void desk.open(session, scan),
          );
        })}
        {users.map((user) => choice(user.id, titleOf(user.card), fullName(user), () => desk.openCard(user)))}
      </ul>
      {button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet' })}
    </div>
  );
}
