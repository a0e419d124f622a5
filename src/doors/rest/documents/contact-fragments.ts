import { graphql } from '../../documents/typed-document.ts';

export const contactFragment = graphql(`
  fragment ContactFields on Contact {
    id email phone firstName lastName birthday
    custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8 custom9 custom10
    unsubscribedAt createdAt
  }
`);
