import type { TadaDocumentNode } from 'gql.tada';
import type { DocumentNode } from 'graphql';
import type { ComponentChildren } from 'preact';
import { operations } from '../../api/operation.ts';
import type { Scope } from '../../api/scope.ts';
import type { ProblemCode } from '../../kernel/problem.ts';
import type { Words } from '../../words/languages.ts';
import type { Page } from './page.ts';
import type { Field } from './screen-field.ts';
import type { Area, FormShape, ScreenShape } from './screen-shape.ts';
import type { Upload } from './upload-request.ts';

/** A screen: a stored document, and the view of its data. */
export interface Screen<Data = unknown> extends ScreenShape {
  /** Default: `READ`. */
  scope: Scope;
  /** Without a document, `view` receives an empty object. */
  document?: TadaDocumentNode<Data, never>;
  /** The variables besides the parameters of the path and `after`, the cursor in the address. */
  variables?: (page: Page) => object;
  title: (data: Data, page: Page) => string;
  /** Returns a path below `/console` to redirect to, or null to show the screen. */
  leadsTo?: (data: Data, page: Page) => string | null;
  forms?: Record<string, Form>;
  uploads?: Record<string, Upload>;
  view: (data: Data, page: Page) => ComponentChildren | Promise<ComponentChildren>;
}

/** A form and its mutation. A successful form redirects with a notice, opens its result, or shows it. */
export interface Form<Data = unknown> extends FormShape {
  document: TadaDocumentNode<Data, never>;
  variables(input: Record<string, unknown>, page: Page): object;
  /** Empty fields clear stored values: they are sent as null. By default they are not sent. */
  clears?: boolean;
  /** The fields at which problems without a path appear. */
  problemsAt?: Partial<Record<ProblemCode, string>>;
  /** Returns the field that produces this part of the input, for the path of a problem. */
  place?(path: readonly PropertyKey[], variables: object): readonly PropertyKey[];
  /** Returns the path below `/console` that shows the notice. Default: that of the screen. */
  done?: (data: Data, page: Page) => string;
  /** Returns the address of a file, or of a page that already shows what happened. */
  opens?: (data: Data, page: Page) => string;
  /** Returns content in place of a redirect, such as a secret that cannot be read again. */
  show?: (data: Data, page: Page) => ComponentChildren;
  /** Keeps the form and its values next to the result of `show`. The view decides where `page.outcome` appears. */
  keeps?: boolean;
  /**
   * The name of a form that only reads. Its result stays visible after this form. The view decides where `page.beside`
   * appears.
   */
  beside?: string;
  /** Returns a question about the input, or null. The form does nothing until the question is answered. */
  asks?(input: unknown, page: Page): string | null;
}

/** Every form has a text for its button, and says what happened. */
type Success<Data> =
  | Required<Pick<Form<Data>, 'submit' | 'show'>>
  | Required<Pick<Form<Data>, 'submit' | 'opens'>>
  | ({ says: (words: Words) => readonly [submit: string, done: string] } & Pick<Form<Data>, 'done'>);

type ParamsOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Infers the data from the document. The default area is the first part of the path. */
export function screen<Data, Variables extends object, const Path extends string>(
  declaration: Omit<Screen<Data>, 'path' | 'scope' | 'document' | 'variables' | 'area'> & {
    path: Path;
    scope?: Scope;
    area?: Area;
    document?: TadaDocumentNode<Data, Variables>;
    variables?: (page: Page) => Omit<Variables, ParamsOf<Path> | 'after'> & Partial<Variables>;
  },
): Screen {
  const area = (declaration.path.split('/')[1] || 'home') as Area;
  return { scope: 'READ', area, ...declaration } as Screen;
}

type PartOf<Variables> = [Variables] extends [{ input: infer Input }] ? { [Member in keyof Input]?: unknown } : never;

/**
 * By default, the form needs the scope of its operation, and its input consists of the fields and what the page adds.
 */
export function form<Data, Variables extends object>(
  document: TadaDocumentNode<Data, Variables>,
  {
    fields = {},
    adds,
    ...declaration
  }: Omit<Form<Data>, 'document' | 'variables' | 'fields' | 'scope' | 'submit' | 'show' | 'opens' | 'notice' | 'done'> &
    Success<Data> & {
      scope?: Form['scope'];
      fields?: Record<string, Field>;
      adds?: (page: Page) => PartOf<Variables>;
      variables?: (input: never, page: Page) => Variables;
    },
): Form {
  const variables: Form['variables'] = (input, page) => ({ input: { ...input, ...adds?.(page) } });
  const form = {
    // This is a getter because not all operations are known when this file loads.
    get scope() {
      return scopesOf(document as DocumentNode);
    },
    ...{ document, fields, variables },
    ...('says' in declaration && wordsOf(declaration.says)),
    ...declaration,
  };
  return form as Form;
}

function wordsOf(says: (words: Words) => readonly [submit: string, done: string]): Pick<Form, 'submit' | 'notice'> {
  return { submit: (words) => says(words)[0], notice: (words) => says(words)[1] };
}

/** Returns the scopes of the operation, any of which is enough. */
function scopesOf({ definitions: [definition] }: DocumentNode): Scope[] {
  const [call] = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections : [];
  const operation = call?.kind === 'Field' ? operations.get(call.name.value) : undefined;
  if (!operation?.scope) throw new Error('the document of a form calls no operation that needs a scope');
  return [operation.scope, operation.alternativeScope ?? []].flat();
}

/** Returns the key of a form's notice that appears on another screen. */
export function noticeKey({ path }: ScreenShape, form: string): string {
  return [...path.split('/').filter((part) => part !== '' && !part.startsWith(':')), form].join('.');
}

/** Returns, by key, the notices that appear on a screen other than that of their form. */
export function noticesOf(screens: readonly Screen[]): Map<string, NonNullable<Form['notice']>> {
  return new Map(
    screens.flatMap((screen) =>
      Object.entries(screen.forms ?? {}).flatMap(([name, { done, notice }]) =>
        done && notice ? [[noticeKey(screen, name), notice] as const] : [],
      ),
    ),
  );
}
