import { ViewerType } from '../../accounts/viewer/viewer.type.ts';
import { builder } from '../../api/builder.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { tillRow } from './till.ts';
import { TillType } from './till.type.ts';

builder.objectField(ViewerType, 'till', (t) =>
  t.field({
    type: TillType,
    nullable: true,
    description: 'The till that calls, with its settings. Null for an API key or a person.',
    resolve: ({ till, keyId: id, account }, _, { services: { database } }) =>
      till ? findRow(database, tillRow, { id, accountId: account.id }) : null,
  }),
);
