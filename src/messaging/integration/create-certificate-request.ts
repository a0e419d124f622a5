import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { certificateRequest, newPrivateKey } from '../../kernel/security/certificates.ts';
import { keepKey } from './certificate-request.ts';

const CertificateRequestType = builder.objectType(builder.objectRef<{ request: string }>('CertificateRequest'), {
  description: 'A request for a certificate of a pass type id.',
  fields: (t) => ({
    request: t.exposeString('request', {
      description:
        'The request in PEM, to be saved as a file `.certSigningRequest` and uploaded to Apple at the pass type id.',
    }),
  }),
});

mutation({
  name: 'createCertificateRequest',
  description:
    'Makes a key and the request with which Apple issues the certificate of a pass type id. The key stays in the service, encrypted. Give the certificate to `connectIntegration` without a private key. Until then, further calls return requests for the same key.',
  scope: 'ADMIN',
  input: z.object({
    replace: z.boolean().nullish().meta({
      description: 'Whether to make a new key even if one waits, whose request becomes useless then. Default: false.',
    }),
  }),
  type: CertificateRequestType,
  problems: [],
  prepare: () => newPrivateKey(),
  run: async ({ input, viewer, services, transaction, prepared }) => {
    const { id, name } = viewer.account;
    const key = await keepKey(transaction, services.secrets, id, prepared, input.replace ?? false);
    return { request: certificateRequest(createPrivateKey(key), { commonName: name.slice(0, 64) }) };
  },
});
