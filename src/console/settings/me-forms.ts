import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { form } from '../frame/screen.ts';

export const profile = form({
  document: mutationOf('updateProfile'),
  fields: labelled(({ settings }) => settings, {
    name: { kind: 'text', hint: ({ settings }) => settings.me.nameHint, most: 100, autocomplete: 'name' },
  }),
  clears: true,
  submit: ({ settings }) => settings.save,
  doneWords: ({ settings }) => settings.saved,
});

export const password = form({
  document: mutationOf('changePassword', 'ended'),
  fields: labelled(({ settings }) => settings.me, {
    current: { kind: 'password', required: true, most: 200, autocomplete: 'current-password' },
    password: { kind: 'password', word: 'newPassword', required: true, most: 200, autocomplete: 'new-password' },
  }),
  problemsAt: { WRONG_PASSWORD: 'current' },
  submit: ({ settings }) => settings.me.changePassword,
  doneWords: ({ settings }) => settings.me.changed,
});

export const end = form({
  document: mutationOf('endSignIn'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ settings }) => settings.me.signOut,
  doneWords: ({ settings }) => settings.me.signedOut,
});

export const endOthers = form({
  document: graphql(`
    mutation ConsoleEndSignIns {
      endSignIns(input: {}) { ended }
    }
  `),
  variables: () => ({}),
  submit: ({ settings }) => settings.me.others,
  doneWords: ({ settings }) => settings.me.othersDone,
});
