import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { languages, ownName } from '../../words/languages.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { factsOf, headingOf, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

const profile = form(mutationOf('updateProfile'), {
  fields: labelled(({ settings }) => settings)({
    name: { kind: 'text', hint: ({ settings }) => settings.me.nameHint, maxLength: 100, autocomplete: 'name' },
  }),
  clears: true,
  says: ({ settings }) => [settings.save, settings.me.saved],
});

const password = form(mutationOf('changePassword', 'ended'), {
  fields: labelled(({ settings }) => settings.me)({
    current: { kind: 'password', required: true, maxLength: 200, autocomplete: 'current-password' },
    password: { kind: 'password', word: 'newPassword', required: true, maxLength: 200, autocomplete: 'new-password' },
  }),
  problemsAt: { WRONG_PASSWORD: 'current' },
  says: ({ settings: { me } }) => [me.changePassword, me.changed],
});

const end = form(mutationOf('endSignIn'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ settings: { me } }) => [me.signOut, me.signedOut],
});

const endOthers = form(mutationOf('endSignIns', 'ended'), {
  says: ({ settings: { me } }) => [me.others, me.othersDone],
});

const document = graphql(`
  query ConsoleMe($after: String) {
    viewer {
      keyName role
      person { name }
    }
    signIns(first: 50, after: $after) {
      nodes { id isCurrent browser address createdAt lastUsedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type SignIn = ResultOf<typeof document>['signIns']['nodes'][number];

export const meScreen = screen({
  path: '/settings/me',
  document,
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

function headingTwo(title: string, action: ComponentChildren) {
  return (
    <div class="heading second">
      <h2>{title}</h2>
      {action}
    </div>
  );
}

/** Shows the form for the language. No operation receives it, because a cookie stores the language. */
function languageForm(page: Page) {
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

function signInsOf(page: Page, signIns: readonly SignIn[]) {
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
