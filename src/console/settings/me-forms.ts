import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { form } from '../frame/screen.ts';

export const profile = form({
  document: mutationOf('updateProfile'),
  fields: labelled(({ settings }) => settings)({
    name: { kind: 'text', hint: ({ settings }) => settings.me.nameHint, maxLength: 100, autocomplete: 'name' },
  }),
  clears: true,
  submit: ({ settings }) => settings.save,
  notice: ({ settings }) => settings.me.saved,
});

export const password = form({
  document: mutationOf('changePassword', 'ended'),
  fields: labelled(({ settings }) => settings.me)({
    current: { kind: 'password', required: true, maxLength: 200, autocomplete: 'current-password' },
    password: { kind: 'password', word: 'newPassword', required: true, maxLength: 200, autocomplete: 'new-password' },
  }),
  problemsAt: { WRONG_PASSWORD: 'current' },
  submit: ({ settings }) => settings.me.changePassword,
  notice: ({ settings }) => settings.me.changed,
});

export const end = form({
  document: mutationOf('endSignIn'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ settings }) => settings.me.signOut,
  notice: ({ settings }) => settings.me.signedOut,
});

export const endOthers = form({
  document: graphql(`
    mutation ConsoleEndSignIns {
      endSignIns(input: {}) { ended }
    }
  `),
  variables: () => ({}),
  submit: ({ settings }) => settings.me.others,
  notice: ({ settings }) => settings.me.othersDone,
});
