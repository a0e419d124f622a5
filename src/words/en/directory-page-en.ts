/** The text of the page of a directory. */
export interface DirectoryWords {
  signedInAs: (name: string) => string;
  signIn: string;
  signOut: string;
  signInHint: string;
  email: string;
  password: string;
  categories: string;
  more: string;
  campaigns: string;
  none: string;
  zone: (directory: string, timezone: string) => string;
  paidUntil: (time: string | null) => string;
  paid: string;
  paidOnly: string;
  card: string;
  cardText: string;
  worth: (amount: string) => string;
  expired: string;
  expiredOn: (day: string) => string;
  validUntil: (day: string) => string;
  validFor: (days: number) => string;
  endless: string;
  locked: string;
  startsOn: (day: string) => string;
  view: string;
  viewOf: (name: string) => string;
  signInToOpen: string;
  signInToOpenOf: (name: string) => string;
  open: string;
  openOf: (name: string) => string;
  noAccess: string;
  blocked: string;
  reason: (text: string) => string;
  mistake: string;
  formExpired: string;
  wrong: string;
  tooMany: (minutes: number) => string;
  signInFirst: string;
  gone: string;
  closed: string;
  forPaying: string;
  badLink: string;
  linkRefusals: Record<'UNKNOWN' | 'USED' | 'EXPIRED', string>;
  newLink: string;
}

export const directoryPage: DirectoryWords = {
  signedInAs: (name) => `Signed in as ${name}`,
  signIn: 'Sign in',
  signOut: 'Sign out',
  signInHint: 'Members sign in with their email address and password to see their offers.',
  email: 'Email address',
  password: 'Password',
  categories: 'Categories',
  more: 'More',
  campaigns: 'Offers',
  none: 'No offers yet. Please come back later.',
  zone: (directory, timezone) => `${directory}. All times are in the time zone ${timezone}.`,
  paidUntil: (time) => `You have access to all premium offers${time === null ? '' : ` until ${time}`}.`,
  paid: 'Premium',
  paidOnly: 'Only for members with paid access',
  card: 'Loyalty card',
  cardText: 'Collect and earn rewards',
  worth: (amount) => `Worth ${amount}`,
  expired: 'Expired',
  expiredOn: (day) => `Expired on ${day}`,
  validUntil: (day) => `Valid until ${day}`,
  validFor: (days) => (days === 1 ? 'Valid for one day' : `Valid for ${days} days`),
  endless: 'Does not expire',
  locked: 'Not available at the moment',
  startsOn: (day) => `Starts on ${day}`,
  view: 'View',
  viewOf: (name) => `View ${name}`,
  signInToOpen: 'Sign in to open',
  signInToOpenOf: (name) => `Sign in to open ${name}`,
  open: 'Open',
  openOf: (name) => `Open ${name}`,
  noAccess: 'No access',
  blocked: 'Your access to this directory is blocked.',
  reason: (text) => `Reason: ${text}`,
  mistake: 'If you think this is a mistake, please contact the operator of this directory.',
  formExpired: 'This form has expired. Please try again. Your browser must accept cookies from this site.',
  wrong: 'Wrong email address or password.',
  tooMany: (minutes) => `Too many attempts. Please try again in ${minutes} minutes.`,
  signInFirst: 'Please sign in first.',
  gone: 'This offer is no longer available.',
  closed: 'This offer is not available at the moment.',
  forPaying: 'This offer is for members with paid access.',
  badLink: 'This link does not work',
  linkRefusals: {
    UNKNOWN: 'The link does not belong to this directory.',
    USED: 'The link has already been used. Each link works once.',
    EXPIRED: 'The link has expired. Each link works for 15 minutes.',
  },
  newLink: 'Please ask for a new link, or sign in with your password.',
};
