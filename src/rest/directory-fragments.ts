import { graphql } from './graphql.ts';

export const directoryFields = graphql(`
  fragment DirectoryFields on Directory {
    id code name url
    categories { id name }
    campaigns { id category { id } }
  }
`);

export const directoryUserFields = graphql(`
  fragment DirectoryUserFields on DirectoryUser {
    id email firstName lastName phone birthDate address zip city custom1 custom2 custom3
    blockedAt paidAccessUntil createdAt
  }
`);
