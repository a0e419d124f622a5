/* Checks schema.graphql. Everything else is checked by Biome. */
import graphql from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphql;

export default [
  {
    files: ['schema.graphql'],
    languageOptions: { parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
    },
  },
];
