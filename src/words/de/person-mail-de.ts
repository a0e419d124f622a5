import type { personMail as english } from '../en/person-mail-en.ts';

export const personMail: typeof english = {
  links: {
    INVITATION: (account) => [
      `Ihre Einladung zu ${account}`,
      `Sie sind zur Konsole von ${account} eingeladen. Öffnen Sie diesen Link, um beizutreten:`,
    ],
    RESET: (account) => [
      'Ihr neues Passwort',
      `Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für die Konsole${account ? ` von ${account}` : ''} angefordert. Öffnen Sie diesen Link, um es festzulegen:`,
    ],
  },
  validity:
    'Der Link funktioniert nur einmal und gilt 72 Stunden lang. Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
  test: (account) => `Das ist eine Testnachricht von ${account}.`,
};
