import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { transitionForms } from './session-transition-forms.ts';
import { acceptedBy, hasBegun, hindranceOf, type SessionTimes, type TransitionName } from './session-transitions.ts';

/** Shows the transitions that the session accepts and the role allows, or the reason why there are none. */
export function actionsOf(page: Page, session: SessionTimes): ComponentChildren {
  const { nothing, notBegun, transitions } = page.words.codes.session;
  const hindrance = hindranceOf(session);
  if (hindrance) return <p>{nothing[hindrance]}</p>;
  const names = acceptedBy(session).filter((name) => page.may(transitionForms[name].scope));
  const { startDate } = session.coupon;
  return [
    !hasBegun(session) && <p class="hint">{notBegun(page.moment(startDate))}</p>,
    names.length === 0 && <p class="hint">{nothing.role}</p>,
    names.includes('validate') && formOf(page, 'validate'),
    <div class="actions">{names.filter(isOneButton).map((name) => buttonOf(page, name))}</div>,
    names.includes('hold') && foldedFormOf(page, 'hold', { summary: transitions.hold, values: { seconds: 60 } }),
  ];
}

const isOneButton = (name: TransitionName) => name !== 'validate' && name !== 'hold';

function buttonOf(page: Page, name: TransitionName): ComponentChildren {
  return formOf(page, name, { quiet: true, dangerous: name === 'void' });
}
