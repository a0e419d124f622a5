import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';

export const profile = form({
  scope: 'READ',
  document: graphql(`
    mutation ConsoleUpdateProfile($input: UpdateProfileInput!) {
      updateProfile(input: $input) {
        id
      }
    }
  `),
  fields: {
    name: {
      kind: 'text',
      label: ({ settings }) => settings.name,
      hint: ({ settings }) => settings.me.nameHint,
      most: 100,
      autocomplete: 'name',
    },
  },
  clears: true,
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.save,
  doneWords: ({ settings }) => settings.saved,
});

export const password = form({
  scope: 'READ',
  document: graphql(`
    mutation ConsoleChangePassword($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        ended
      }
    }
  `),
  fields: {
    current: {
      kind: 'password',
      label: ({ settings }) => settings.me.current,
      required: true,
      most: 200,
      autocomplete: 'current-password',
    },
    password: {
      kind: 'password',
      label: ({ settings }) => settings.me.newPassword,
      hint: ({ settings }) => settings.me.newPasswordHint,
      required: true,
      most: 200,
      autocomplete: 'new-password',
    },
  },
  variables: (input) => ({ input }),
  problemsAt: { WRONG_PASSWORD: 'current' },
  submit: ({ settings }) => settings.me.changePassword,
  doneWords: ({ settings }) => settings.me.changed,
});

export const end = form({
  scope: 'READ',
  document: graphql(`
    mutation ConsoleEndSignIn($input: EndSignInInput!) {
      endSignIn(input: $input) {
        id
      }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input) => ({ input }),
  submit: ({ settings }) => settings.me.signOut,
  doneWords: ({ settings }) => settings.me.signedOut,
});

export const endOthers = form({
  scope: 'READ',
  document: graphql(`
    mutation ConsoleEndSignIns {
      endSignIns(input: {}) {
        ended
      }
    }
  `),
  fields: {},
  variables: () => ({}),
  submit: ({ settings }) => settings.me.others,
  doneWords: ({ settings }) => settings.me.othersDone,
});
