import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { foldedFormOf } from '../parts/form.tsx';
import { cardOf, headingOf, linkButton } from '../parts/pieces.tsx';
import { historyOf, messagesOf } from './history-table.tsx';
import { actionsOf } from './session-actions.tsx';
import { type ShownSession, sessionDocument } from './session-document.ts';
import { sessionForm, sessionRemovalForm } from './session-forms.ts';
import { sessionStatus } from './session-state.ts';
import { codesOf, customerOf, originOf, timesOf } from './session-summary.tsx';
import { transitionForms } from './session-transition-forms.ts';
import { hindranceOf } from './session-transitions.ts';

export const sessionScreen = screen({
  path: '/sessions/:session',
  area: 'find',
  scope: 'READ',
  document: sessionDocument,
  variables: ({ params }) => ({ session: params.session ?? '' }),
  title: ({ couponSession }, { words }) => words.codes.session.title(shortCode(couponSession)),
  forms: { ...transitionForms, edit: sessionForm, remove: sessionRemovalForm },
  view: ({ couponSession: session, messages }, page) => {
    const { sections } = page.words.codes.session;
    return [
      headingOfSession(page, session),
      <div class="pairs">
        {cardOf(sections.actions, actionsOf(page, session))}
        {cardOf(sections.codes, codesOf(page, session))}
        {cardOf(sections.customer, customerOf(page, session))}
        {cardOf(sections.times, timesOf(page, session))}
      </div>,
      originOf(page, session),
      <h2>{sections.history}</h2>,
      historyOf(page, session.history),
      messages.nodes.length > 0 && [<h2>{sections.messages}</h2>, messagesOf(page, messages.nodes)],
      changesOf(page, session),
    ];
  },
});

function shortCode({ customValidationCode, widgetValidationCode }: ShownSession): string {
  return customValidationCode ?? widgetValidationCode;
}

function headingOfSession(page: Page, session: ShownSession): ComponentChildren {
  const { coupon, walletPasses, url } = session;
  const { publicPage } = page.words.codes.session;
  const wallets = { APPLE: 'Apple Wallet', GOOGLE: 'Google Wallet' };
  return [
    <p class="trail">
      <a href={page.to(`/campaigns/${coupon.id}/codes`)}>{coupon.name}</a>
    </p>,
    headingOf(
      [<span class="mono">{shortCode(session)}</span>, ' ', sessionStatus(page, session)],
      walletPasses.map(({ platform, url }) => linkButton(url, wallets[platform], 'quiet')),
      linkButton(url, publicPage, 'quiet'),
    ),
  ];
}

function changesOf(page: Page, session: ShownSession): ComponentChildren {
  const { edit, delete: remove, deleteHint } = page.words.codes.session;
  const removal = { summary: remove, text: deleteHint, quiet: true, dangerous: true };
  return [
    hindranceOf(session) === null && foldedFormOf(page, 'edit', { summary: edit, values: session }),
    foldedFormOf(page, 'remove', { ...removal, values: { coupon: session.coupon.id } }),
  ];
}
