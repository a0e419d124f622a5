import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';

const document = mutationOf('createExport', 'url');

const exportForm = (type: 'SESSIONS' | 'CODES', name: 'sessions' | 'codes') =>
  form({
    document,
    adds: ({ params }) => ({ type, filter: { coupon: params.campaign } }),
    submit: (words) => words.codes.download[name],
    opens: ({ createExport }) => createExport.url,
    repeatable: true,
  });

export const codeExports = { sessions: exportForm('SESSIONS', 'sessions'), codes: exportForm('CODES', 'codes') };
