import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';

const document = graphql(`
  mutation ConsoleExport($input: CreateExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`);

const exportForm = (type: 'SESSIONS' | 'CODES', name: 'sessions' | 'codes') =>
  form({
    scope: 'WRITE',
    document,
    fields: {},
    variables: (_, page) => ({ input: { type, filter: { coupon: page.params.campaign ?? '' } } }),
    submit: (words) => words.codes.download[name],
    done: ({ createExport }) => createExport.url,
    repeatable: true,
  });

/** The forms that download the codes of the campaign of the screen. */
export const codeExports = { sessions: exportForm('SESSIONS', 'sessions'), codes: exportForm('CODES', 'codes') };
