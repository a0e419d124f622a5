import { accountAbove } from '../../accounts/account/account.ts';
import type { ApiKey } from '../../accounts/api-key/api-key.ts';
import { ApiKeyType } from '../../accounts/api-key/api-key.type.ts';
import { AuditEntryType } from '../../accounts/audit/audit-entry.type.ts';
import { LoggedRequestType } from '../../accounts/requests/logged-request.type.ts';
import { builder } from '../../api/builder.ts';
import type { Context } from '../../api/context.ts';
import { EventType } from '../../events/event.type.ts';
import { EventActorType } from '../../events/event-actor.type.ts';
import { LedgerEntryType } from '../../loyalty/ledger/ledger.type.ts';
import { HistoryEntryType } from '../../sessions/session/session.type.ts';
import { TillType } from '../../tills/till/till.type.ts';
import { findActorName } from './actor-name.ts';

const options = {
  nullable: true,
  description:
    'The name of the API key or till in `keyId`, or the name or email address of the person. Null if there is no actor, or if the actor no longer belongs to the account or its parent.',
  cost: { own: 5 },
  resolve: ({ keyId }: { keyId: string | null }, _: object, { services, viewer }: Context) => {
    if (!keyId || !viewer) return null;
    const { id: accountId } = viewer.account;
    return findActorName(services.database, { id: keyId, accountId, parentId: accountAbove(viewer.account) });
  },
} as const;

const maker = {
  ...options,
  resolve: ({ madeBy }: Pick<ApiKey, 'madeBy'>, args: object, context: Context) =>
    options.resolve({ keyId: madeBy }, args, context),
};

builder.objectField(EventActorType, 'by', (t) => t.string(options));
builder.objectField(ApiKeyType, 'by', (t) => t.string(maker));
builder.objectField(TillType, 'by', (t) => t.string(maker));
builder.objectField(AuditEntryType, 'by', (t) => t.string(options));
builder.objectField(EventType, 'by', (t) => t.string(options));
builder.objectField(LoggedRequestType, 'by', (t) => t.string(options));
builder.objectField(HistoryEntryType, 'by', (t) => t.string(options));
builder.objectField(LedgerEntryType, 'by', (t) => t.string(options));
