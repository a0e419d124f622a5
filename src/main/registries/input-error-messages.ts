import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kindNames: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formatNames: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  base64: 'Base64',
  datetime: 'a time in ISO 8601 format',
  date: 'a date in the format yyyy-MM-dd',
};

/** These messages apply wherever a schema has none of its own. */
z.config({ customError: inputErrorMessage });

function inputErrorMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return sizeMessage(issue, issue.minimum, 'min');
    case 'too_big':
      return sizeMessage(issue, issue.maximum, 'max');
    case 'invalid_type':
      return kindNames[issue.expected] && `must be ${kindNames[issue.expected]}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return formatNames[issue.format] ? `is not ${formatNames[issue.format]}` : 'has the wrong format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return undefined;
  }
}

function sizeMessage(issue: Issue, limit: unknown, bound: 'min' | 'max'): string {
  const { origin, inclusive, exact } = issue as Issue & { origin: string; inclusive?: boolean; exact?: boolean };
  const unit = { string: 'character', array: 'item', set: 'item', record: 'field', map: 'field' }[origin];
  const [atBound, beyond] = bound === 'min' ? ['at least', 'above'] : ['at most', 'below'];
  if (!unit) return `must be ${inclusive ? atBound : beyond} ${limit}`;
  if (bound === 'min' && limit === 1) return 'must not be empty';
  return `must have ${exact ? 'exactly' : atBound} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}
