import { storeContacts } from '../../../contacts/contact/contact-store.ts';
import { findGroup } from '../../../contacts/group/contact-group.ts';
import { emailKey } from '../../../kernel/values/email-address.ts';
import { addOptOut, type OptOut } from '../../../messaging/opt-out/opt-out.ts';
import { type Day, timeOf } from './calendar.ts';
import type { Deed, Making } from './deed.ts';
import type { Dice } from './dice.ts';
import { type Customer, customer } from './people.ts';

const perMonth = 16;

const reasons: OptOut['reason'][] = ['UNSUBSCRIBED', 'UNSUBSCRIBED', 'REQUESTED', 'BOUNCED'];

/** Returns how the newsletter grows: the office adds contacts once a month, and some of them opt out later. */
export function contactDeeds(days: readonly Day[], dice: Dice): Deed[] {
  return days
    .filter(({ ago }) => ago % 30 === 9)
    .flatMap((day, month) => {
      const people = Array.from({ length: perMonth }, (_, index) => customer((month * perMonth + index) * 2 + 100));
      const added: Deed = { at: timeOf(day, 185, dice), run: (making) => add(making, people) };
      const later = days.slice(days.indexOf(day) + 1);
      const optOuts = people.flatMap((person): Deed[] => {
        const when = dice.chance(0.08) ? later[Math.floor(dice.wait(40))] : undefined;
        const reason = dice.of(reasons);
        return when
          ? [{ at: timeOf(when, dice.between(-200, 500), dice), run: (making) => leave(making, person, reason) }]
          : [];
      });
      return [added, ...optOuts];
    });
}

async function add({ transaction, input }: Making, people: readonly Customer[]): Promise<void> {
  const group = await findGroup(transaction, { accountId: input.account, id: input.group }, 'exclusive');
  if (!group) return;
  const contacts = people.map(({ firstName, lastName, email }) => ({
    ...{ firstName, lastName, address: email, addressKey: emailKey(email) },
  }));
  await storeContacts(transaction, group, contacts);
}

async function leave({ transaction, input }: Making, { email }: Customer, reason: OptOut['reason']): Promise<void> {
  await addOptOut(transaction, { accountId: input.account, channel: 'EMAIL', address: emailKey(email), reason });
}
