import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { languages, ownName } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf, statusOf } from '../parts/pieces.tsx';
import { factsOf, pagingOf, tableOf } from '../parts/table.tsx';
import { end, endOthers, password, profile } from './me-forms.ts';
import { settingsTabs } from './settings-tabs.ts';

const document = graphql(`
  query ConsoleMe($first: Int!, $after: String) {
    viewer {
      keyName role
      person { name }
    }
    signIns(first: $first, after: $after) {
      nodes { id isCurrent browser address createdAt lastUsedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type SignIn = ResultOf<typeof document>['signIns']['nodes'][number];

export const meScreen = screen({
  path: '/settings/me',
  scope: 'READ',
  document,
  variables: (page) => ({ first: 50, after: page.query('after') }),
  title: (_, { words }) => words.settings.screens.me,
  forms: { profile, password, end, endOthers },
  view: ({ viewer, signIns }, page) => {
    const { me, title } = page.words.settings;
    const { roles } = page.words.frame;
    return [
      headingOf(title),
      settingsTabs(page),
      factsOf([[me.signedInAs, viewer.keyName], viewer.role !== null && [me.role, roles[viewer.role]]]),
      formOf(page, 'profile', { legend: me.profile, values: { name: viewer.person?.name } }),
      formOf(page, 'password', { legend: me.password }),
      languageForm(page),
      headingTwo(me.signIns, signIns.nodes.length > 1 && formOf(page, 'endOthers', { quiet: true })),
      signInsOf(page, signIns.nodes),
      pagingOf(page, signIns.pageInfo),
    ];
  },
});

function headingTwo(title: string, action: ComponentChildren): ComponentChildren {
  return (
    <div class="heading second">
      <h2>{title}</h2>
      {action}
    </div>
  );
}

/** Shows the form for the language. No operation receives it, because a cookie stores the language. */
function languageForm(page: Page): ComponentChildren {
  const { me, save } = page.words.settings;
  return (
    <form method="post" action={page.to('/language')} class="form">
      <h2>{me.language}</h2>
      <input type="hidden" name="to" value={page.href()} />
      <div class="field select">
        <label for="language">{me.language}</label>
        <select id="language" name="language" aria-describedby="language-hint">
          {languages.map((language) => (
            <option value={language} lang={language} selected={language === page.language}>
              {ownName(language)}
            </option>
          ))}
        </select>
        <small class="hint" id="language-hint">
          {me.languageHint}
        </small>
      </div>
      <div class="actions">
        <button class="button" type="submit">
          {save}
        </button>
      </div>
    </form>
  );
}

function signInsOf(page: Page, signIns: readonly SignIn[]): ComponentChildren {
  const { me, since } = page.words.settings;
  const nameOf = ({ browser }: SignIn) => browser || me.unknown;
  return tableOf<SignIn>({
    caption: me.signIns,
    rows: signIns,
    empty: null,
    columns: [
      {
        name: me.browser,
        cell: (signIn) => (
          <div>
            {nameOf(signIn)}
            {signIn.isCurrent && [' ', statusOf(me.thisOne, 'good')]}
          </div>
        ),
      },
      { name: me.address, cell: ({ address }) => address },
      { name: since, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: me.lastUsed, cell: ({ lastUsedAt }) => momentOf(page, lastUsedAt) },
      {
        name: page.words.settings.actions,
        cell: (signIn) =>
          !signIn.isCurrent &&
          formOf(page, 'end', {
            ...{ key: signIn.id, quiet: true, values: { id: signIn.id } },
            label: me.signOutOf(nameOf(signIn), signIn.address),
          }),
      },
    ],
  });
}
