import type { Request, Response } from 'express';
import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import { type Context, readOnSnapshot, type Services } from '../../api/context.ts';
import { toProblem } from '../../api/errors.ts';
import type { Viewer } from '../../api/viewer.ts';
import { type Execute, executorOf } from '../../documents/stored-document.ts';
import { contextOf, traceOf } from '../../http/request-trace.ts';
import { onBehalfOf } from '../../kernel/clocks/account-clocks.ts';
import { Problem } from '../../kernel/problem.ts';
import { explained } from './form-problem.ts';
import { languageOf } from './language.ts';
import { sendScreen } from './layout.tsx';
import { type Attempt, Page } from './page.ts';
import { type Form, noticeKey, type noticesOf, type Screen } from './screen.ts';
import { type Body, inputOf } from './screen-field.ts';
import { takeUpload } from './upload-request.ts';

export class RunnableScreen {
  readonly screen: Screen;
  readonly #schema: GraphQLSchema;
  readonly #read: Execute<unknown> | null;
  readonly #notices: ReturnType<typeof noticesOf>;
  readonly #calls = new Map<Form, Execute<unknown>>();

  constructor(screen: Screen, schema: GraphQLSchema, notices: ReturnType<typeof noticesOf>) {
    this.screen = screen;
    this.#notices = notices;
    this.#schema = schema;
    this.#read = screen.document ? executorOf(screen.document, { schema, name: screen.path }) : null;
  }

  /** Returns the page without reading any data. */
  pageOf(request: Request, viewer: Viewer, { publicUrl }: Services): Page {
    const query = new URLSearchParams(request.originalUrl.split('?')[1]);
    const params = request.params as Record<string, string>;
    const page = new Page({ screen: this.screen, viewer, language: languageOf(request), params, query, publicUrl });
    const done = query.get('done');
    if (done !== null) page.notice = this.#noticeOf(page, done);
    return page;
  }

  /** Shows the screen. Throws the problem of the service. */
  async show(request: Request, response: Response, services: Services, page: Page, status = 200): Promise<void> {
    // The content may depend on the time, which may be that of a test account.
    await onBehalfOf(page.viewer.account, () => this.#show(request, response, services, page, status));
  }

  async #show(request: Request, response: Response, services: Services, page: Page, status: number): Promise<void> {
    const context = contextOf(request, services, page.viewer);
    const read = this.#read;
    const variables = { ...page.params, after: page.query('after'), ...this.screen.variables?.(page) };
    const data = read ? await readOnSnapshot(context, (reader) => this.#run(read, variables, reader)) : {};
    const place = this.screen.leadsTo?.(data, page);
    if (place) return response.redirect(303, page.to(place));
    const content = await this.screen.view(data, page);
    await sendScreen(response, page, { title: this.screen.title(data, page), status, content });
  }

  /** Calls the mutation of a form that was sent, and shows the result. */
  async receive(request: Request, response: Response, services: Services, page: Page): Promise<void> {
    const body = (request.body ?? {}) as Body;
    const name = String(body._form ?? '');
    const form = this.#formNamed(name);
    if (!form) return this.show(request, response, services, page, 400);
    const { clears } = form;
    const reading = { timezone: page.timezone, ...(clears && { clears }) };
    const isCall = body._as === 'call';
    const attempt: Attempt = { form: name, key: String(body._key ?? ''), body, problems: new Map() };
    const caller = { idempotencyKey: onceOf(body), language: page.language };
    const context = { ...contextOf(request, services, page.viewer), ...caller };
    let data: unknown;
    let variables: object = {};
    try {
      const input = inputOf(form.fields, isCall ? hidden(form, body) : body, reading);
      variables = form.variables(input, page);
      if (isCall) {
        page.attempt = { ...attempt, call: { document: print(form.document as DocumentNode), variables } };
        return await this.show(request, response, services, page);
      }
      const question = form.asks?.(input, page);
      // Asks again if the question has changed.
      if (question && body._answered !== question) {
        page.attempt = { ...attempt, question };
        return await this.show(request, response, services, page);
      }
      // Check the scope before the fields, as the operation does: without the scope, their problems do not matter.
      if (!page.may(form.scope)) throw new Problem('FORBIDDEN');
      data = await this.#run(this.#callOf(form), variables as Record<string, unknown>, context);
    } catch (error) {
      const problem = toProblem(error, services.log, context.requestId);
      page.attempt = { ...attempt, ...explained(problem, form, page, { body, variables }) };
      await this.#showBeside(form, body, page, context);
      return this.show(request, response, services, page, statusOf(problem));
    }
    if (!form.show) return response.redirect(303, this.#placeAfter(form, name, data, page));
    if (form.keeps) page.attempt = attempt;
    await this.#showBeside(form, body, page, context);
    page.outcome = { form: name, content: form.show(data, page) };
    await this.show(request, response, services, page);
  }

  /** Shows the result of another form for the same input, unless it is refused. */
  async #showBeside({ beside }: Form, body: Body, page: Page, context: Context): Promise<void> {
    const other = beside === undefined ? undefined : this.#formNamed(beside);
    if (!other?.show) return;
    const variables = other.variables(inputOf(other.fields, body, { timezone: page.timezone }), page);
    const { data, errors } = await this.#callOf(other)(variables as Record<string, unknown>, context);
    if (!errors?.[0]) page.beside = other.show(data, page);
  }

  async receiveFile(request: Request, response: Response, services: Services, page: Page): Promise<void> {
    try {
      await takeUpload({ request, services }, page, this.screen.uploads);
    } catch (error) {
      const problem = toProblem(error, services.log, traceOf(request).requestId);
      const [form = ''] = page.attempt ? [page.attempt.form] : Object.keys(this.screen.uploads ?? {});
      page.attempt = { form, key: '', body: {}, problems: new Map(), message: page.words.problems[problem.code] };
      return this.show(request, response, services, page, statusOf(problem));
    }
    await this.show(request, response, services, page, page.attempt ? 422 : 200);
  }

  isPassword(form: unknown, name: string): boolean {
    const fields = this.#formNamed(String(form))?.fields ?? {};
    return Object.hasOwn(fields, name) && fields[name]?.kind === 'password';
  }

  #formNamed(name: string): Form | undefined {
    const { forms = {} } = this.screen;
    return Object.hasOwn(forms, name) ? forms[name] : undefined;
  }

  #placeAfter(form: Form, name: string, data: unknown, page: Page): string {
    // The policy lets a form redirect only to the host in the address bar, which may differ from the public address.
    if (form.opens) return form.opens(data, page).replace(page.publicUrl, '');
    if (form.done) return page.to(form.done(data, page), { done: noticeKey(this.screen, name) });
    return page.href({ done: name });
  }

  #noticeOf({ words }: Page, done: string): string | null {
    const notice = this.#formNamed(done)?.notice ?? this.#notices.get(done);
    return notice?.(words) ?? null;
  }

  #callOf(form: Form): Execute<unknown> {
    const known = this.#calls.get(form);
    if (known) return known;
    const call = executorOf(form.document, { schema: this.#schema, name: this.screen.path });
    this.#calls.set(form, call);
    return call;
  }

  async #run(execute: Execute<unknown>, variables: object, context: Context): Promise<unknown> {
    const { data, errors } = await execute(variables as Record<string, unknown>, context);
    if (errors?.[0]) throw errors.length > 1 ? allOf(errors, context) : errors[0];
    return data;
  }
}

/** Joins several errors in the variables of a call into one problem with all input errors. */
function allOf(errors: readonly unknown[], { services, requestId }: Context): unknown {
  const problems = errors.map((error) => toProblem(error, services.log, requestId));
  const [first] = problems;
  const inputErrors = problems.flatMap((problem) => problem.inputErrors);
  return first && inputErrors.length > 0 ? Object.assign(first, { inputErrors }) : first;
}

/** Removes passwords from a call that the page shows. */
function hidden({ fields }: Form, body: Body): Body {
  const entries = Object.entries(body).map(([name, value]) => [name, fields[name]?.kind === 'password' ? '…' : value]);
  return Object.fromEntries(entries);
}

/** Returns the idempotency key, so that two clicks on a button make one call. */
function onceOf(body: Body): string | null {
  const { _once: once } = body;
  return typeof once === 'string' && /^[\w-]{1,64}$/.test(once) ? `console-${once}` : null;
}

function statusOf({ code }: Problem): number {
  if (code === 'FORBIDDEN') return 403;
  if (code === 'TOO_MANY_REQUESTS') return 429;
  if (code === 'UNAVAILABLE') return 503;
  if (code === 'INTERNAL') return 500;
  return 422;
}
