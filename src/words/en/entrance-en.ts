export const entrance = {
  home: 'Console',
  fields: {
    email: 'Email address',
    name: 'Your name (optional)',
    password: 'Password',
    newPassword: (min: number) => `Password, at least ${min} characters`,
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    forgotten: 'Forgot password?',
    again: 'You have been signed out. Sign in to continue. What you typed is kept, except for passwords.',
  },
  forgotten: {
    title: 'Forgotten password',
    lead: 'We will email you a link to set a new password.',
    submit: 'Send the link',
    sent: 'Check your email',
    onItsWay: 'If this address can sign in here and can receive mail from the service, a link is on its way.',
    otherwise: 'Otherwise, please ask an owner of your account for a link.',
  },
  invitation: {
    title: (account: string) => (account ? `Join ${account}` : 'Join'),
    lead: (email: string) =>
      `You are joining as ${email}. If you can already sign in here with this address, enter your password. You can then switch between your accounts. Otherwise, choose a new password.`,
    submit: 'Join',
  },
  reset: {
    title: 'New password',
    lead: 'This signs you out of all other browsers.',
    submit: 'Save and sign in',
  },
  setup: {
    title: 'Set up the console',
    lead: 'Nobody can sign in yet. You become the owner of the first account, and can then invite others.',
    submit: 'Set up',
  },
  wrongAddress: 'This is not an email address.',
  wrongLength: (min: number, max: number) => `The password must have ${min} to ${max} characters.`,
  problems: {
    UNKNOWN: 'This link is not valid.',
    USED: 'This link has already been used. Each link works only once.',
    EXPIRED: 'This link has expired.',
    WRONG: 'Wrong email address or password.',
    GUESSABLE: 'This password is easy to guess. Please choose another, such as four words that have nothing in common.',
    TOO_MANY: 'Too many attempts. Please try again in 15 minutes.',
    FULL: 'The account already has the maximum number of people.',
  },
  refused: { title: 'This link does not work', advice: 'Please ask for a new link, or sign in with your password.' },
  otherSite: { title: 'Not allowed', text: 'The service accepts this form only from its own pages.' },
  notFound: {
    title: 'Not found',
    text: 'There is no page at this address.',
    mail: 'There is no email at this address.',
  },
  signedOut: { title: 'Signed out', text: 'Please sign in again.' },
};
