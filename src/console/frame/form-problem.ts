import type { InputError, Problem } from '../../kernel/problem.ts';
import { BulkProblem } from '../../vocabulary/campaign-problem.ts';
import type { Attempt, Page } from './page.ts';
import type { Form } from './screen.ts';
import type { Body, Field } from './screen-field.ts';

interface FormInput {
  body: Body;
  variables: object;
}

type Explained = Pick<Attempt, 'problems' | 'message'>;

/** Puts a problem into the words of the console: next to the fields that it names, or otherwise above the form. */
export function explained(problem: Problem, form: Form, page: Page, sent: FormInput): Explained {
  const { correct } = page.words.frame;
  const at = form.problemsAt?.[problem.code];
  if (at) return { problems: new Map([[at, [problemIn(problem, page)]]]), message: correct };
  const problems = new Map<string, string[]>();
  let areAllShown = problem.inputErrors.length > 0;
  for (const error of problem.inputErrors) {
    const paths = [
      form.place?.(error.path, sent.variables) ?? error.path,
      ...(error.oneOf ?? []).map((name) => [name]),
    ];
    const place = firstPlace(form, paths, page);
    if (!place) areAllShown = false;
    else problems.set(place.name, withSentence(problems.get(place.name), sentenceFor(error, place, page, sent.body)));
  }
  return { problems, message: areAllShown ? correct : problemIn(problem, page) };
}

function problemIn(problem: Problem, page: Page): string {
  const { words } = page;
  const counts = problem instanceof BulkProblem ? problem.counts : [];
  const each = counts.map(({ code, count }) => words.inputErrors.codes(page.number(count), words.problems[code]));
  return [words.problems[problem.code], ...each].join(' ');
}

interface Place {
  name: string;
  field: Field;
  /** The rest of the path below the field, such as the index of a line. */
  rest: readonly PropertyKey[];
}

/** Finds the first field that the form has: it may have only one of several, of which the input needs one. */
function firstPlace(form: Form, paths: readonly (readonly PropertyKey[])[], page: Page): Place | undefined {
  for (const path of paths) {
    const place = placeOf(form, path, page);
    if (place) return place;
  }
  return undefined;
}

/** Finds the field of a problem. If several fields make up one input, the first of them shows it. */
function placeOf({ fields }: Form, path: readonly PropertyKey[], page: Page): Place | undefined {
  const places = Object.entries(fields).map(([name, field]) => ({ name, field, at: (field.at ?? name).split('.') }));
  if (path.length === 0) return undefined;
  const exact = places.find(({ at }) => at.every((key, index) => key === String(path[index])));
  const found = exact ?? places.find(({ at }) => path.every((key, index) => String(key) === at[index]));
  if (!found) return undefined;
  const field = visibleField(found, page);
  return field && { name: found.name, field, rest: path.slice(found.at.length) };
}

/** Returns the visible field, because a button may send fields that another form of the screen shows. */
function visibleField({ name, field }: Pick<Place, 'name' | 'field'>, { screen }: Page): Field | undefined {
  const shown = Object.values(screen.forms ?? {}).flatMap(({ fields }) => fields[name] ?? []);
  return [field, ...shown].find(({ kind }) => kind !== 'hidden');
}

const maxSentences = 3;

/** Adds a sentence, up to a limit: a list of addresses can have a thousand mistakes. */
function withSentence(sentences: string[] = [], sentence: string): string[] {
  return sentences.includes(sentence) || sentences.length === maxSentences ? sentences : [...sentences, sentence];
}

function sentenceFor(error: InputError, { name, field, rest: [index] }: Place, page: Page, body: Body): string {
  const sentence = errorOf(error, field, page);
  if (field.kind !== 'lines' || index === undefined) return sentence;
  return page.words.inputErrors.line(page.number(lineOf(body[name], Number(index))), sentence);
}

/** Returns the number of a line. Blank lines do not count as values, but the form shows them. */
function lineOf(text: Body[string], index: number): number {
  const lines = String(text ?? '').split(/\r?\n/);
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  return (filled[index] ?? index) + 1;
}

function errorOf({ kind, limit }: InputError, field: Field, page: Page): string {
  const { frame, inputErrors } = page.words;
  const isEmpty = limit?.bound === 'min' && limit.of !== 'value' && limit.is === 1;
  if (kind === 'missing' || isEmpty) return isChosen(field) ? inputErrors.kinds[field.kind] : frame.required;
  if (limit) return inputErrors[limit.bound][limit.of](page.number(limit.is));
  const ofField = field.error?.(page.words);
  if (ofField) return ofField;
  const { min, max } = field;
  if (field.kind === 'number' && typeof min === 'number' && typeof max === 'number')
    return inputErrors.between(page.number(min), page.number(max));
  return field.kind === 'hidden' ? page.words.problems.INVALID_INPUT : inputErrors.kinds[field.kind];
}

const isChosen = (field: Field): field is Field & { kind: 'select' | 'checks' | 'color' } =>
  ['select', 'checks', 'color'].includes(field.kind);
