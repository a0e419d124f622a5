/** An email of the service itself, such as a link for a new password. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mail server of the operator. No account can read what it sends, so only its links prove an address. */
export interface OwnMail {
  /** Returns whether the server accepted the letter. Never rejects. */
  send(letter: Letter): Promise<boolean>;
}
