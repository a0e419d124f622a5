export const messagingProblems = {
  NO_EMAIL_INTEGRATION: 'No email integration is set up.',
  NO_SMS_INTEGRATION: 'No SMS integration is set up.',
  NO_EMAIL_SERVICE: 'No integration for email to groups is set up.',
  NO_SMS_SERVICE: 'No integration for SMS to groups is set up.',
  NO_CERTIFICATE_REQUEST:
    'There is no pending certificate request. Pass the private key too, or create a certificate request first.',
  INTEGRATION_NOT_FOUND: 'Integration not found.',
  EMAIL_NOT_SENT: 'Email not sent.',
  SMS_NOT_SENT: 'SMS not sent.',
  SMS_OPTED_OUT: 'The number is on the opt-out list.',
  EMAIL_BALANCE_EMPTY: 'The email balance is not positive.',
  MESSAGE_NOT_FOUND: 'Message not found.',
  MESSAGE_NOT_RETRIABLE: 'Only a message that failed or has an unknown outcome can be retried.',
  OPT_OUT_NOT_FOUND: 'The address is not on the opt-out list.',
} as const;

declare module '../kernel/problem.ts' {
  interface Problems extends Record<keyof typeof messagingProblems, string> {}
}
