import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';

const variables = (_: object, page: Page) => ({ input: { id: page.params.campaign ?? '' } });
const common = { scope: 'WRITE', fields: {}, variables } as const;

/** The buttons that change the state of a campaign. */
export const stateForms = {
  lock: form({
    ...common,
    document: graphql(`
      mutation ConsoleLockCampaign($input: LockCouponInput!) {
        lockCoupon(input: $input) {
          id
        }
      }
    `),
    submit: ({ campaigns }) => campaigns.state.lock,
    doneWords: ({ campaigns }) => campaigns.state.locked,
  }),
  unlock: form({
    ...common,
    document: graphql(`
      mutation ConsoleUnlockCampaign($input: UnlockCouponInput!) {
        unlockCoupon(input: $input) {
          id
        }
      }
    `),
    submit: ({ campaigns }) => campaigns.state.unlock,
    doneWords: ({ campaigns }) => campaigns.state.unlocked,
  }),
  void: form({
    ...common,
    document: graphql(`
      mutation ConsoleVoidCampaign($input: VoidCouponInput!) {
        voidCoupon(input: $input) {
          id
        }
      }
    `),
    submit: ({ campaigns }) => campaigns.state.void,
    doneWords: ({ campaigns }) => campaigns.state.voided,
  }),
  unvoid: form({
    ...common,
    document: graphql(`
      mutation ConsoleUnvoidCampaign($input: UnvoidCouponInput!) {
        unvoidCoupon(input: $input) {
          id
        }
      }
    `),
    submit: ({ campaigns }) => campaigns.state.unvoid,
    doneWords: ({ campaigns }) => campaigns.state.unvoided,
  }),
  activate: statusForm('ACTIVE'),
  example: statusForm('EXAMPLE'),
  remove: form({
    ...common,
    document: graphql(`
      mutation ConsoleDeleteCampaign($input: DeleteCouponInput!) {
        deleteCoupon(input: $input) {
          id
        }
      }
    `),
    submit: ({ campaigns }) => campaigns.state.remove,
    done: () => '/campaigns',
  }),
};

function statusForm(status: 'ACTIVE' | 'EXAMPLE') {
  return form({
    ...common,
    document: graphql(`
      mutation ConsoleSetCampaignStatus($input: SetCouponStatusInput!) {
        setCouponStatus(input: $input) {
          id
        }
      }
    `),
    variables: (_: object, page) => ({ input: { id: page.params.campaign ?? '', status } }),
    submit: ({ campaigns }) => campaigns.state[status === 'ACTIVE' ? 'activate' : 'example'],
    doneWords: ({ campaigns }) => campaigns.state.changed,
  });
}

interface Switches {
  lockedAt: string | null;
  voidedAt: string | null;
  status: 'ACTIVE' | 'EXAMPLE';
}

/** Returns the buttons that the state allows, each with what it does. */
export function stateButtons(page: Page, { lockedAt, voidedAt, status }: Switches): ComponentChildren {
  const { state } = page.words.campaigns;
  const row = (name: keyof typeof stateForms, hint: string, dangerous = false) => (
    <div class="switch" key={name}>
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
