import type { TadaDocumentNode } from 'gql.tada';
import type { DocumentNode } from 'graphql';
import type { ComponentChildren } from 'preact';
import { operations } from '../../api/operation.ts';
import type { Scope } from '../../api/scope.ts';
import type { ProblemCode } from '../../kernel/problem.ts';
import type { Page } from './page.ts';
import type { Field } from './screen-field.ts';
import type { Area, FormShape, ScreenShape } from './screen-shape.ts';
import type { Upload } from './upload-request.ts';

/** A page of the console: a stored document, and the view of its data. */
export interface Screen<Data = unknown> extends ScreenShape {
  /** What a person needs to open the screen. */
  scope: Scope;
  /** Without a document, `view` receives an empty object. */
  document?: TadaDocumentNode<Data, never>;
  variables?: (page: Page) => object;
  title: (data: Data, page: Page) => string;
  /** Returns the path below `/console` to which the data leads, or null to show the screen. */
  leadsTo?: (data: Data, page: Page) => string | null;
  /** The forms that send to this screen, by name. */
  forms?: Record<string, Form>;
  /** The forms with a file that send to this screen, by name. */
  uploads?: Record<string, Upload>;
  view: (data: Data, page: Page) => ComponentChildren | Promise<ComponentChildren>;
}

/** A form: its fields, and the mutation that it calls. A form that succeeds leads to another page, or shows its result. */
export interface Form<Data = unknown> extends FormShape {
  document: TadaDocumentNode<Data, never>;
  /** Returns the variables for the input that the fields make. */
  variables(input: Record<string, unknown>, page: Page): object;
  /** Whether empty fields clear what is stored: they are sent as null. By default they are not sent. */
  clears?: boolean;
  /** The fields at which problems without a path appear. */
  problemsAt?: Partial<Record<ProblemCode, string>>;
  /** Returns where to go: a path below `/console`, or an address of the service. The default is the screen. */
  done?: (data: Data, page: Page) => string;
  /** Returns what the screen shows in place of a redirect, such as a secret that nobody can read again. */
  show?: (data: Data, page: Page) => ComponentChildren;
  /** Whether the form stays beside what `show` returns, with what was typed. The view places `page.outcome`. */
  keeps?: boolean;
  /** The name of a form that only reads. What it shows stays, whatever came of this form. The view places `page.beside`. */
  beside?: string;
  /** Returns a question about what the fields make, or null. The form does nothing until somebody has answered it. */
  asks?(input: unknown, page: Page): string | null;
}

/** Declares a screen, and infers the data of its document. Its area is the first part of its path unless it names another. */
export function screen<Data, Variables extends object>(
  declaration: Omit<Screen<Data>, 'document' | 'variables' | 'area'> & {
    area?: Area;
    document?: TadaDocumentNode<Data, Variables>;
    variables?: (page: Page) => Variables;
  },
): Screen {
  const area = (declaration.path.split('/')[1] || 'home') as Area;
  return { area, ...declaration } as Screen;
}

/** Members of the input of a mutation. */
type PartOf<Variables> = [Variables] extends [{ input: infer Input }] ? { [Member in keyof Input]?: unknown } : never;

/**
 * Declares a form, and infers the data of its mutation. Unless it says otherwise, it needs the scope of its operation, and
 * the input is what the fields make, with what the page adds.
 */
export function form<Data, Variables extends object>({
  fields = {},
  adds,
  ...declaration
}: Omit<Form<Data>, 'document' | 'variables' | 'fields' | 'scope'> & {
  document: TadaDocumentNode<Data, Variables>;
  scope?: Form['scope'];
  fields?: Record<string, Field>;
  adds?: (page: Page) => PartOf<Variables>;
  variables?: (input: never, page: Page) => Variables;
}): Form {
  const variables: Form['variables'] = (input, page) => ({ input: { ...input, ...adds?.(page) } });
  const form = {
    // All operations are known when the first page is shown, not when this file is loaded.
    get scope() {
      return scopesOf(declaration.document as DocumentNode);
    },
    ...{ fields, variables, ...declaration },
  };
  return form as Form;
}

/** Returns the scopes of which one is enough for the operation that a document calls. */
function scopesOf({ definitions: [definition] }: DocumentNode): Scope[] {
  const [call] = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections : [];
  const operation = call?.kind === 'Field' ? operations.get(call.name.value) : undefined;
  if (!operation?.scope) throw new Error('the document of a form calls no operation that needs a scope');
  return [operation.scope, operation.alternativeScope ?? []].flat();
}
