/** Runs one GraphQL call: parse, validate against the schema, execute, and the channel's envelope. */
import { execute, GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql';
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema, OperationDefinitionNode } from 'graphql';

export interface GraphqlCall {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
  /** null when the text does not parse; the reason is in `syntaxError`. */
  document: DocumentNode | null;
  syntaxError: GraphQLError | null;
  /** `getDropshipPurchaseOrders`, `purchaseOrders.accept`, `inventory.save` … */
  operations: string[];
}

export interface GraphqlReply {
  data?: Record<string, unknown> | null;
  errors?: GraphQLFormattedError[];
}

/** Namespaces of the nested mutations: the operation is one level deeper. */
const NAMESPACES = new Set(['purchaseOrders', 'inventory', 'updateCatalogEntitiesMutations']);
/** Those that are nothing else as a query. */
const PURE_NAMESPACES = new Set(['productAddition', 'supplierBrand']);

/** @returns null when the body is no GraphQL request at all */
export function readCall(body: unknown): GraphqlCall | null {
  if (typeof body !== 'object' || body === null) return null;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') return null;
  const base = {
    query,
    variables: isRecord(variables) ? variables : {},
    operationName: typeof operationName === 'string' ? operationName : null,
  };
  try {
    const document = parse(query);
    return {
      ...base,
      document,
      syntaxError: null,
      operations: operationsOf(document, base.operationName),
    };
  } catch (error) {
    const syntaxError = error instanceof GraphQLError ? error : new GraphQLError(String(error));
    return { ...base, document: null, syntaxError, operations: [] };
  }
}

/** HTTP 200 whatever happens: failures live in `errors`, beside `data` where some of it is good. */
export async function runCall(
  schema: GraphQLSchema,
  rootValue: unknown,
  call: GraphqlCall,
  contextValue: unknown,
  introspection: boolean,
): Promise<GraphqlReply> {
  if (call.document === null) {
    return {
      errors: [formatted(call.syntaxError ?? new GraphQLError('Invalid syntax'), 'InvalidSyntax')],
    };
  }
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const invalid = validate(schema, call.document, rules);
  if (invalid.length > 0) return { errors: invalid.map((error) => formatted(error, 'ValidationError')) };
  const result = await execute({
    schema,
    document: call.document,
    rootValue,
    contextValue,
    variableValues: call.variables,
    operationName: call.operationName,
  });
  const errors = (result.errors ?? []).map((error) =>
    // Without a path the variables did not fit, which is validation too.
    formatted(error, error.path === undefined ? 'ValidationError' : 'DataFetchingException'),
  );
  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** A failed call as the channel words it; a resolver's own classification stands. */
export function formatted(error: GraphQLError, classification: string): GraphQLFormattedError {
  const prefix = classification === 'ValidationError' ? 'Validation error: ' : '';
  const extensions = { category: 'BAD_REQUEST', classification, ...error.extensions };
  return { ...error.toJSON(), message: prefix + error.message, extensions };
}

function operationsOf(document: DocumentNode, operationName: string | null): string[] {
  const definitions = document.definitions.filter(
    (node): node is OperationDefinitionNode =>
      node.kind === 'OperationDefinition' && (operationName === null || node.name?.value === operationName),
  );
  return definitions.flatMap((definition) =>
    fieldsOf(definition).flatMap((field) =>
      PURE_NAMESPACES.has(field.name.value) || (definition.operation === 'mutation' && NAMESPACES.has(field.name.value))
        ? fieldsOf(field).map((inner) => `${field.name.value}.${inner.name.value}`)
        : [field.name.value],
    ),
  );
}

function fieldsOf(node: Pick<OperationDefinitionNode, 'selectionSet'> | { selectionSet?: undefined }) {
  return (node.selectionSet?.selections ?? []).filter((selection) => selection.kind === 'Field');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
