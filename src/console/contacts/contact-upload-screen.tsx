import { type ContactsSummary, importContacts, type SkippedContact } from '../../contacts/contact/contact-import.ts';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { faultOf, upload } from '../frame/upload-request.ts';
import { figureOf, headingOf, linkButton, statusOf, tableOf } from '../parts/pieces.tsx';
import { uploadOf } from '../parts/upload-form.tsx';
import { groupTabs } from './contacts-tabs.ts';

const fileUpload = upload<SkippedContact, ContactsSummary>({
  scope: 'WRITE',
  label: ({ contacts }) => contacts.upload.file,
  hint: ({ contacts }) => contacts.upload.fileHint,
  accept: '.csv,.txt,.tsv,text/csv,text/plain',
  submit: ({ contacts }) => contacts.upload.submit,
  take: ({ database }, page, file) => importContacts(database, page.viewer.account.id, page.params.group ?? '', file),
  show: (report, page) => reportOf(page, report),
});

export const contactUploadScreen = screen({
  path: '/contacts/:group/upload',
  scope: 'WRITE',
  document: graphql(`
    query ConsoleContactUpload($group: ID!) {
      contactGroup(id: $group) { id name channel contacts }
    }
  `),
  title: ({ contactGroup }, { words }) => `${words.contacts.upload.title} · ${contactGroup.name}`,
  uploads: { file: fileUpload },
  view: ({ contactGroup: group }, page) => {
    const { upload: words, group: groupWords, channels } = page.words.contacts;
    return [
      headingOf([
        ...[group.name, ' ', statusOf(channels[group.channel]), ' '],
        statusOf(groupWords.size(page.number(group.contacts))),
      ]),
      groupTabs(page, group),
      page.outcome === null && <p>{words.lead}</p>,
      uploadOf(page, 'file', { legend: words.title }),
    ];
  },
});

interface Report {
  /** The first refused rows. */
  rows: readonly SkippedContact[];
  summary: ContactsSummary;
}

function reportOf(page: Page, { rows, summary }: Report) {
  const { upload: words } = page.words.contacts;
  const { added, updated, skipped, error } = summary;
  const path = `/contacts/${page.params.group}`;
  return (
    <section role="status">
      <h2>{words.done(page.number(added + updated))}</h2>
      {error && <p class="note bad">{words.broken(faultOf(page, error))}</p>}
      <div class="figures">
        {figureOf(words.added, page.number(added))}
        {figureOf(words.updated, page.number(updated))}
        {figureOf(words.skipped, page.number(skipped))}
      </div>
      {skipped > rows.length && <p>{words.first(page.number(rows.length))}</p>}
      {tableOf({
        caption: words.refusedRows,
        rows,
        empty: null,
        columns: [
          { name: words.line, number: true, cell: ({ line }) => page.number(line) },
          { name: words.reason, cell: ({ reason }) => words.reasons[reason] },
          { name: words.column, cell: ({ column }) => column },
          { name: words.value, cell: ({ value }) => <code>{value}</code> },
        ],
      })}
      <p class="actions">
        {linkButton(page.to(path), words.toGroup)}
        {linkButton(page.to(`${path}/upload`), words.another, 'quiet')}
      </p>
    </section>
  );
}
