import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.ts';
import { foldOf, headingOf, linkButton } from '../parts/pieces.ts';
import { historyOf, messagesOf } from './history-table.ts';
import { actionsOf } from './session-actions.ts';
import { type ShownSession, sessionDocument } from './session-document.ts';
import { codesOf, customerOf, originOf, timesOf } from './session-facts.ts';
import { sessionForm, sessionRemovalForm } from './session-forms.ts';
import { sessionStatus } from './session-state.ts';
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
      h(
        'div',
        { class: 'pairs' },
        h('section', { class: 'card' }, h('h2', null, sections.actions), actionsOf(page, session)),
        h('section', { class: 'card' }, h('h2', null, sections.codes), codesOf(page, session)),
        h('section', { class: 'card' }, h('h2', null, sections.customer), customerOf(page, session)),
        h('section', { class: 'card' }, h('h2', null, sections.times), timesOf(page, session)),
      ),
      originOf(page, session),
      h('h2', null, sections.history),
      historyOf(page, session.history),
      messages.nodes.length > 0 && [h('h2', null, sections.messages), messagesOf(page, messages.nodes)],
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
    h('p', { class: 'trail' }, h('a', { href: page.to(`/campaigns/${coupon.id}/codes`) }, coupon.name)),
    headingOf(
      [h('span', { class: 'mono' }, shortCode(session)), ' ', sessionStatus(page, session)],
      walletPasses.map(({ platform, url }) => linkButton(url, wallets[platform], 'quiet')),
      linkButton(url, publicPage, 'quiet'),
    ),
  ];
}

function changesOf(page: Page, session: ShownSession): ComponentChildren {
  const { edit, delete: remove, deleteHint } = page.words.codes.session;
  if (!page.may('WRITE')) return null;
  const isOpen = page.attempt?.form === 'edit';
  return [
    hindranceOf(session) === null && foldOf(edit, formOf(page, 'edit', { values: session }), isOpen),
    foldOf(remove, [
      h('p', null, deleteHint),
      formOf(page, 'remove', { values: { coupon: session.coupon.id }, quiet: true, dangerous: true }),
    ]),
  ];
}
