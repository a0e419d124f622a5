import { shownColumns } from '../../api/noun-fields.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { type Location, locationRow, locations } from './location.ts';

export const LocationType = nodeType<Location>('Location', {
  form: 'location',
  find: ofAccount(locationRow),
  description:
    'A shop or branch of the account where coupons are redeemed and loyalty users collect stamps and points.',
  tillFields: ['id', 'name', 'address', 'zip', 'city'],
  fields: (t) => ({
    ...shownColumns(t, locations, {
      id: '`loc_` followed by 12 characters.',
      name: 'Name of the location.',
      address: 'Street and number.',
      zip: 'Postal code.',
      city: 'City.',
      createdAt: 'When the location was added.',
    }),
  }),
});
