import { builder } from '../../api/builder.ts';

export const EndedSignIns = builder.objectType(builder.objectRef<{ ended: number }>('EndedSignIns'), {
  description: 'The number of sign-ins that a call has ended.',
  fields: (t) => ({ ended: t.exposeInt('ended', { description: 'The number of browsers that were signed out.' }) }),
});
