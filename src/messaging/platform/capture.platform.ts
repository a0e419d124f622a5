import { z } from 'zod';
import { openCapture } from './capture.ts';
import { integrationChannels } from './channel.ts';
import { platform } from './declaration.ts';

export const capture = platform({
  channels: integrationChannels,
  description:
    'No provider: messages are stored and shown at `/outbox` to keys with the scope `ADMIN`. For all purposes. Passes for Apple Wallet are signed with a certificate that no phone accepts, and Google is not called.',
  settings: {},
  schema: z.strictObject({}),
  open: openCapture,
  facts: [],
  summary: [],
  words: {
    en: {
      name: 'Outbox for trying out',
      hint: 'Nothing leaves the service: messages are at /outbox, and passes are signed with a certificate of the service, which phones refuse.',
      settings: {},
    },
    de: {
      name: 'Postausgang zum Ausprobieren',
      hint: 'Nichts verlässt den Dienst: Nachrichten stehen unter /outbox, und Karten werden mit einem Zertifikat des Dienstes unterschrieben, das Telefone ablehnen.',
      settings: {},
    },
  },
});
