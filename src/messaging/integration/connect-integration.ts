import { mutation } from '../../api/mutation.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import type { AppleSettings } from '../platform/apple/apple-certificate.ts';
import { completeKey } from './certificate-request.ts';
import { completeSettings, connection } from './integration.inputs.ts';
import { connect } from './integration.ts';
import { IntegrationType } from './integration.type.ts';

mutation({
  name: 'connectIntegration',
  description:
    'Connects the account to a platform for one purpose. Replaces the current connection for that purpose: waiting messages go out through the new one, and passes that are on phones stay if the pass type id or the issuer is the same. Passwords and tokens are stored encrypted and never returned. `testIntegration` checks the connection. A test account can only be connected to the outbox: `CAPTURE`.',
  scope: 'ADMIN',
  input: connection,
  type: IntegrationType,
  problems: ['NO_CERTIFICATE_REQUEST', 'NOT_IN_TEST_ACCOUNT'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    if (viewer.account.testOf !== null && input.provider !== 'CAPTURE')
      throw new Problem('NOT_IN_TEST_ACCOUNT', 'A test account sends only to the outbox: its provider is CAPTURE.');
    const settings: { host?: string; baseUrl?: string; tokenUri?: string } = completeSettings(
      input.provider,
      input.settings,
    );
    if (settings.host) refuse('settings.host', services.outbound.refusalOfHost(settings.host));
    if (settings.baseUrl) refuse('settings.baseUrl', services.outbound.refusalOf(settings.baseUrl));
    if (settings.tokenUri) {
      const refusal = services.outbound.refusalOf(settings.tokenUri);
      refuse('settings.serviceAccount', refusal && `contains a token_uri that is refused: ${refusal}`);
    }
    if (input.provider === 'APPLE')
      await completeKey(transaction, services.secrets, viewer.account.id, settings as AppleSettings);
    return connect(transaction, services.secrets, viewer.account.id, { ...input, settings });
  },
});

function refuse(field: string, refusal: string | null): void {
  if (refusal) throw invalidInput(field, refusal);
}
