/** A link that works once: the subject of its email, and the sentence above the link. */
type LinkMail = (account: string | null) => [subject: string, sentence: string];

/** The emails that the service itself writes to people who sign in. */
export const personMail = {
  links: {
    INVITATION: (account) => [
      `Your invitation to ${account}`,
      `You are invited to the console of ${account}. Open this link to join:`,
    ],
    RESET: (account) => [
      'Your new password',
      `Someone, probably you, asked for a new password for the console${account ? ` of ${account}` : ''}. Open this link to set it:`,
    ],
  } satisfies Record<string, LinkMail>,
  validity: 'The link works once and expires after 72 hours. If you did not expect this email, ignore it.',
  /** The message that tests a platform. */
  test: (account: string) => `This is a test message from ${account}.`,
};
