import type { Page } from '../frame/page.ts';
import { noteOf } from './pieces.tsx';

/** Returns null if the person may not send the form. */
export function uploadOf(page: Page, name: string, { legend }: { legend?: string } = {}) {
  const upload = page.screen.uploads?.[name];
  if (!upload) throw new Error(`${page.screen.path} has no upload ${name}`);
  if (!page.may(upload.scope)) return null;
  if (page.outcome?.form === name) return page.outcome.content;
  const attempt = page.attempt?.form === name ? page.attempt : null;
  if (attempt) attempt.isShown = true;
  const problem = attempt?.problems.get('file')?.join(' ');
  const hint = upload.hint?.(page.words);
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return (
    <form method="post" action={page.href()} enctype="multipart/form-data" class="form" id={`form-${name}`}>
      {/* The service reads the parts in order, so this field precedes the file. */}
      <input type="hidden" name="_form" value={name} />
      {attempt?.message && noteOf('bad', attempt.message)}
      {legend && <h2>{legend}</h2>}
      <div class="field">
        <label for={`${name}-file`}>{upload.label(page.words)}</label>
        <input
          type="file"
          id={`${name}-file`}
          name="file"
          accept={upload.accept}
          required
          {...(described && { 'aria-describedby': described })}
          {...(problem && { 'aria-invalid': true })}
        />
        {hint && (
          <small class="hint" id={`${name}-hint`}>
            {hint}
          </small>
        )}
        {problem && (
          <small class="problem" id={`${name}-problem`} role="alert">
            {problem}
          </small>
        )}
      </div>
      <div class="actions">
        <button class="button" type="submit">
          {upload.submit(page.words)}
        </button>
      </div>
    </form>
  );
}
