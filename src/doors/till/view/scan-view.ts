import { type ComponentChildren, h } from 'preact';
import { fullName, titleOf } from '../../../kernel/values/blank.ts';
import type { Screen } from '../desk/desk-screen.ts';
import type { Shown } from './shown.ts';
import { button, field, heading, submitting, timeOf } from './view-parts.ts';

type Of<Name extends Screen['is']> = Extract<Screen, { is: Name }>;

export function unpairedView({ desk, words }: Shown, { refused }: Of<'unpaired'>) {
  const { title, steps, orLink, pair, wrong, unreachable } = words.unpaired;
  return h(
    'div',
    { class: 'sheet plain' },
    heading(title),
    refused && h('p', { class: 'notice bad', role: 'alert' }, refused.code === 'UNREACHABLE' ? unreachable : wrong),
    h(
      'ol',
      null,
      steps.map((step) => h('li', { key: step }, step)),
    ),
    h(
      'form',
      { onSubmit: submitting(({ link = '' }) => void desk.scan(link)) },
      field(orLink, { name: 'link', type: 'url', pattern: '.*#pair=.+', title: wrong }),
      h('button', { class: 'button' }, pair),
    ),
  );
}

/** Asks before the device becomes another till. */
export function pairingView({ desk, words }: Shown, { token, refused }: Of<'pairing'>) {
  const { title, text, kept, go, stay } = words.pairing;
  const { wrong, unreachable } = words.unpaired;
  const { till, account } = desk.device ?? {};
  return h(
    'div',
    { class: 'sheet plain' },
    heading(title),
    refused && h('p', { class: 'notice bad', role: 'alert' }, refused.code === 'UNREACHABLE' ? unreachable : wrong),
    h('p', { dir: 'auto' }, text([till?.name, account].filter(Boolean).join(' · '))),
    desk.waiting.length > 0 && h('p', null, kept(desk.waiting.length)),
    button(stay, () => desk.show({ is: 'ready' })),
    button(go, () => void desk.pair(token), { class: 'button quiet' }),
  );
}

/** What to do next: show a code to the camera, type it, or take a photo. */
export function readyView({ desk, words }: Shown, { note }: Of<'ready'>) {
  const { state } = desk.camera;
  const { title, field: label, go, photo, camera, forbidden, missing } = words.ready;
  return h(
    'div',
    { class: 'ready', 'data-camera': state },
    h('div', { class: 'finder', 'aria-hidden': true }),
    h(
      'div',
      { class: 'tray' },
      note && h('p', { class: note === 'undone' ? 'notice good' : 'notice bad' }, words.ready[note]),
      heading(title),
      state === 'forbidden' && h('p', { class: 'notice' }, forbidden),
      state === 'missing' && h('p', { class: 'notice' }, missing),
      (state === 'off' || state === 'forbidden') && button(camera, () => void desk.camera.start()),
      h(
        'form',
        {
          class: 'typed',
          onSubmit: submitting(({ code = '' }) => void desk.scan(code)),
        },
        field(label, { name: 'code', autoCapitalize: 'none', spellcheck: false, enterKeyHint: 'go', maxLength: 2000 }),
        h('button', { class: 'button quiet' }, go),
      ),
      h(
        'label',
        { class: 'button quiet photo' },
        photo,
        h('input', {
          type: 'file',
          accept: 'image/*',
          capture: 'environment',
          class: 'unseen',
          onChange: ({ currentTarget }: Event) => {
            const input = currentTarget as HTMLInputElement;
            const [file] = input.files ?? [];
            if (file) void desk.scanPhoto(file);
            input.value = '';
          },
        }),
      ),
    ),
  );
}

/** Several coupons or cards have the same code. */
export function choiceView({ desk, words, language }: Shown, { sessions, users, scan }: Of<'choice'>) {
  const choice = (key: string, title: string, text: ComponentChildren, choose: () => void) =>
    h(
      'li',
      { key },
      h(
        'button',
        { type: 'button', onClick: choose },
        h('strong', { dir: 'auto' }, title),
        h('span', { dir: 'auto' }, text),
      ),
    );
  return h(
    'div',
    { class: 'sheet plain' },
    heading(words.choice.title),
    h(
      'ul',
      { class: 'choices' },
      sessions.map((session) => {
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
      }),
      users.map((user) => choice(user.id, titleOf(user.card), fullName(user), () => desk.openCard(user))),
    ),
    button(words.cancel, () => desk.show({ is: 'ready' }), { class: 'button quiet' }),
  );
}
