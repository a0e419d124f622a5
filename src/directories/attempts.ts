import { EntitySchema } from 'typeorm';
import { type Instant, instant, text } from '../database/columns.ts';

/** How often somebody failed to sign in within a span of time. */
class SignInAttempts {
  /** A hash of what is counted: a member of a directory, or an address that calls. */
  subject!: string;
  failures!: number;
  endsAt!: Instant;
}

export const signInAttempts = new EntitySchema<SignInAttempts>({
  name: 'SignInAttempts',
  tableName: 'sign_in_attempts',
  target: SignInAttempts,
  columns: {
    subject: { ...text(64), primary: true },
    failures: { type: 'integer' },
    endsAt: instant,
  },
  indices: [{ name: 'sign_in_attempts_end', columns: ['endsAt'] }],
});
