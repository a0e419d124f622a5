import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../api/context.ts';
import { executorOf } from '../documents/stored-document.ts';
import { graphql } from '../documents/typed-document.ts';
import { readForm } from '../http/body/form-body.ts';
import { contextOf } from '../http/request-trace.ts';
import { sendMail } from '../pages/public/mail-page.ts';
import { consolePath } from '../vocabulary/links.ts';
import { entranceWords, receiving, say, showing, type Visit, viewerOf } from './entrance/console-visit.ts';
import { type Body, inputOf } from './frame/screen-field.ts';
import { draftFields, previewDocument, previewVariables } from './sending/draft/draft-fields.ts';

/** The maximum size of a draft, in bytes. */
const longestDraft = 512 * 1024;

const storedMail = graphql(`
  query ConsoleMessageHtml($id: ID!) {
    message(id: $id) { html }
  }
`);

/** Serves emails to frames of the console, with a content security policy of their own. */
export function mailPages(services: Services, schema: GraphQLSchema): Router {
  const router = Router();
  const readStored = executorOf(storedMail, { schema, name: 'console mail' });
  const readDraft = executorOf(previewDocument, { schema, name: 'console draft' });
  router.get(
    `${consolePath}/sending/messages/:message/html`,
    showing(services, 'console mail', (visit) =>
      answer(visit, async (context) => {
        const { data } = await readStored({ id: String(visit.request.params.message) }, context);
        return data?.message?.html;
      }),
    ),
  );
  router.post(
    `${consolePath}/sending/new/html`,
    receiving(services, 'console draft', (visit) =>
      answer(visit, async (context) => {
        await readForm(visit.request, longestDraft);
        const body = (visit.request.body ?? {}) as Body;
        const input = inputOf(draftFields, body, { timezone: 'UTC' });
        const { data } = await readDraft({ ...previewVariables(input), toGroup: false }, context);
        return data?.previewMessage?.html;
      }),
    ),
  );
  return router;
}

async function answer(
  visit: Visit,
  read: (context: ReturnType<typeof contextOf>) => Promise<string | null | undefined>,
): Promise<void> {
  const { request, response, services } = visit;
  const viewer = await viewerOf(visit);
  const { signedOut, notFound } = entranceWords(visit);
  if (!viewer) return say(visit, 401, signedOut.title, signedOut.text);
  const html = await read(contextOf(request, services, viewer));
  if (html) return sendMail(response, html);
  say(visit, 404, notFound.title, notFound.mail);
}
