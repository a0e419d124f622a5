import { DomUtils, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>;
type Control = ReturnType<typeof DomUtils.findAll>[number];
type Values = Record<string, string>;

export interface ShownForm {
  /** The values that a browser would send if nobody changed anything, without those that are empty. */
  values: Values;
  /** The texts that describe each control that is marked as wrong, by the name of the control. */
  marked: Record<string, string>;
  /** The message above the fields. */
  message: string | null;
}

/** Reads the first form with this name, as a browser does. Returns null if the page does not have it. */
export function shownForm(html: string, name: string): ShownForm | null {
  const page = parseDocument(html);
  const form = DomUtils.findOne(
    (element) => element.name === 'form' && new RegExp(`^form-${name}(-|$)`).test(element.attribs.id ?? ''),
    page.children,
  );
  if (!form) return null;
  const controls = DomUtils.findAll(
    ({ name, attribs }) => ['input', 'select', 'textarea'].includes(name) && Boolean(attribs.name),
    form.children,
  );
  const values: Values = {};
  const marked: Values = {};
  for (const control of controls) {
    const { name = '', 'aria-invalid': isWrong } = control.attribs;
    const value = sentBy(control);
    if (value) values[name] = value;
    if (isWrong)
      marked[name] = textOf(
        page,
        describedBy(control).filter((id) => id.endsWith('-problem')),
      );
  }
  const [note] = DomUtils.findAll(({ attribs }) => attribs.class === 'note bad', form.children);
  return { values, marked, message: note ? DomUtils.textContent(note) : null };
}

/** Boxes of one question are described together, at their group. */
function describedBy({ attribs, parent }: Control): string[] {
  const described = attribs['aria-describedby'];
  if (described !== undefined) return described.split(' ');
  return parent && 'attribs' in parent ? describedBy(parent) : [];
}

function sentBy(control: Control): string | undefined {
  const { name, attribs } = control;
  if (name === 'textarea') return DomUtils.textContent(control);
  if (name === 'input') return attribs.type === 'checkbox' && !('checked' in attribs) ? undefined : attribs.value;
  const options = DomUtils.findAll(({ name }) => name === 'option', control.children);
  return (options.find(({ attribs }) => 'selected' in attribs) ?? options[0])?.attribs.value;
}

function textOf(page: Node, ids: readonly string[]): string {
  return ids.map((id) => DomUtils.textContent(DomUtils.getElementById(id, page.children) ?? [])).join(' ');
}
