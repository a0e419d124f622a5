import type { ComponentChildren } from 'preact';
import { mutationOf } from '../../documents/typed-document.ts';
import type { Words } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';

type StateWord = keyof Words['campaigns']['state'];

const idOf = ({ params }: Page) => ({ id: params.campaign });

const button = (document: Form['document'], submit: StateWord, done: StateWord) =>
  form({
    document,
    adds: idOf,
    submit: ({ campaigns }) => campaigns.state[submit],
    notice: ({ campaigns }) => campaigns.state[done],
  });

const statusForm = (status: 'ACTIVE' | 'EXAMPLE', submit: StateWord, done: StateWord) =>
  form({
    document: mutationOf('setCouponStatus'),
    adds: (page) => ({ ...idOf(page), status }),
    submit: ({ campaigns }) => campaigns.state[submit],
    notice: ({ campaigns }) => campaigns.state[done],
  });

export const stateForms = {
  lock: button(mutationOf('lockCoupon'), 'lock', 'locked'),
  unlock: button(mutationOf('unlockCoupon'), 'unlock', 'unlocked'),
  void: button(mutationOf('voidCoupon'), 'void', 'voided'),
  unvoid: button(mutationOf('unvoidCoupon'), 'unvoid', 'unvoided'),
  activate: statusForm('ACTIVE', 'activate', 'madeActive'),
  example: statusForm('EXAMPLE', 'example', 'madeExample'),
  remove: form({
    document: mutationOf('deleteCoupon'),
    adds: idOf,
    submit: ({ campaigns }) => campaigns.state.remove,
    notice: ({ campaigns }) => campaigns.state.removed,
    done: () => '/campaigns',
  }),
};

interface Switches {
  lockedAt: string | null;
  voidedAt: string | null;
  status: 'ACTIVE' | 'EXAMPLE';
}

export function stateButtons(page: Page, { lockedAt, voidedAt, status }: Switches): ComponentChildren {
  const { state } = page.words.campaigns;
  const row = (name: keyof typeof stateForms, hint: string, dangerous = false) => (
    <div class="switch">
      <p>{hint}</p>
      {formOf(page, name, { quiet: true, dangerous })}
    </div>
  );
  return (
    <section class="card">
      <h2>{state.title}</h2>
      {lockedAt ? row('unlock', state.unlockHint) : row('lock', state.lockHint)}
      {voidedAt ? row('unvoid', state.unvoidHint) : row('void', state.voidHint, true)}
      {status === 'EXAMPLE' ? row('activate', state.activateHint) : row('example', state.exampleHint)}
      {row('remove', state.removeHint, true)}
    </section>
  );
}
