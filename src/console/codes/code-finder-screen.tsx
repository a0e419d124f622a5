import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { emptyOf, headingOf } from '../parts/pieces.tsx';
import { listedSession, sessionTable } from '../sessions/session-table.tsx';

export const codeFinderScreen = screen({
  path: '/find',
  document: graphql(
    `
      query ConsoleFind($code: String!, $isGiven: Boolean!) {
        findSession(code: $code) @include(if: $isGiven) { ...ListedSession }
      }
    `,
    [listedSession],
  ),
  variables: (page) => ({ code: codeOf(page) || '-', isGiven: codeOf(page) !== '' }),
  title: (_, { words }) => words.codes.finder.title,
  leadsTo: ({ findSession }) => (findSession?.length === 1 ? `/sessions/${findSession[0]?.session}` : null),
  view: ({ findSession }, page) => {
    const { title, several } = page.words.codes.finder;
    return [
      headingOf(title),
      finder(page),
      findSession && [
        findSession.length > 1 && <h2>{several(page.number(findSession.length))}</h2>,
        sessionTable(page, { caption: title, rows: findSession, empty: nothing(page), ofMany: true }),
      ],
    ];
  },
});

function codeOf(page: Page): string {
  return page.query('code')?.trim().slice(0, 2000) ?? '';
}

/**
 * Shows one field. The Enter key that a scanner sends submits it. A code that was not found stays selected, so that the
 * next one replaces it.
 */
function finder(page: Page) {
  const { field, hint, submit } = page.words.codes.finder;
  return (
    <form method="get" action={page.path} class="finder" role="search">
      <label for="finder-code">{field}</label>
      <div class="finder-row">
        <input
          id="finder-code"
          name="code"
          type="search"
          class="mono"
          autofocus
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          required
          maxlength={2000}
          aria-describedby="finder-hint"
        />
        <button class="button" type="submit">
          {submit}
        </button>
      </div>
      <small class="hint" id="finder-hint">
        {hint}
      </small>
    </form>
  );
}

function nothing(page: Page) {
  const { none, noneText } = page.words.codes.finder;
  return emptyOf(none, noneText(codeOf(page)));
}
