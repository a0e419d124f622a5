export const landingPage = {
  /** The default labels of fields. */
  labels: { FIRST_NAME: 'First name', LAST_NAME: 'Last name', EMAIL: 'Email', PHONE: 'Mobile number' },
  phoneHint: 'With the country code, such as +44 7911 123456',
  optional: 'optional',
  formTitle: 'Get your coupon',
  submit: 'Get my coupon',
  trap: 'Leave this field empty',
  /** Why visitors cannot get a coupon here: a name, and a line below it. */
  states: {
    EXAMPLE: ['Sample only', 'This offer cannot be redeemed.'],
    USED_UP: ['All claimed', 'All coupons have been claimed.'],
    PERSONAL: [
      'By personal link only',
      'To get this offer, you need a personal link, such as one from an email or a text message.',
    ],
  } satisfies Record<string, [name: string, line: string]>,
  missing: 'Please fill in this field.',
  tooLong: (max: number) => `At most ${max} characters.`,
  noEmail: 'This is not an email address.',
  noPhone: 'This is not a phone number with a country code, such as +44 7911 123456.',
  noConsent: 'To get a coupon, please tick the box.',
  trapped: 'Please leave the last field empty. It is only there to detect spam.',
  correct: 'Please check the marked fields.',
  tooEarly: 'That was very quick. Please send the form again.',
  tooOld: 'The form was open for too long. Please send it again.',
  formUsed: 'This form has already been used. Please send it again.',
  hasOne: {
    EMAIL: 'This email address has already been used to claim this coupon. Please use the link that you received.',
    PHONE: 'This number has already been used to claim this coupon. Please use the link that you received.',
  },
  tooMany: 'Too many requests came from your network. Please try again in a few minutes.',
  otherSite: 'Another website sent this form. Please fill it in here.',
};
