import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from './context.ts';
import type { Scope } from './scope.ts';
import { requireScope } from './viewer.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      operation: OperationPlugin<Types>;
    }

    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** The scope that the API key needs. */
      scope?: Scope;
      /** A scope that the API key may have instead. */
      alternativeScope?: Scope;
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, object, object>;

/**
 * A Pothos plugin that checks the scope before the zod plugin parses the input, and prevents the zod plugin from
 * parsing it more than once per call.
 */
class OperationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    // The input was parsed when the subscription began. The zod plugin would parse it again for each event.
    if (field.kind === 'Subscription') return field.resolve ?? resolve;
    return requiring(field.pothosOptions, resolve);
  }

  override wrapSubscribe(subscribe: Resolver | undefined, field: PothosOutputFieldConfig<Types>): Resolver | undefined {
    return subscribe && requiring(field.pothosOptions, subscribe);
  }

  /**
   * Removes the validator that the zod plugin adds to every argument with an input type. The schema of the operation
   * already covers the whole input. The validator would copy the parsed input with nested objects first, which would
   * change the fingerprint of an idempotent call.
   */
  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return { ...field, extensions: { ...field.extensions, validator: undefined } };
  }
}

interface Scopes {
  scope?: Scope;
  alternativeScope?: Scope;
}

function requiring({ scope, alternativeScope }: Scopes, resolve: Resolver): Resolver {
  if (!scope) return resolve;
  return (parent, args, context, info) => {
    requireScope((context as Context).viewer, scope, alternativeScope);
    return resolve(parent, args, context, info);
  };
}

const name = 'operation';
SchemaBuilder.registerPlugin(name, OperationPlugin);
export default name;
