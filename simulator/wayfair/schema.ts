import { buildSchema, GraphQLError, Kind } from 'graphql';
import { catalogSchemaText } from './catalog-schema.ts';
import type { SubmissionKey } from './catalog-schema.ts';
import { formatIsoDateTime, parseIsoDateTime } from './iso-date-time.ts';
import { ordersSchemaText } from './orders-schema.ts';
import { SUPPLIER_SCHEMA_TEXT } from './supplier-schema.ts';
import type { ConstValueNode, GraphQLScalarType, GraphQLSchema } from 'graphql';
import type { EnvironmentName } from './state.ts';

/** Builds the schemas once per environment and gives their scalars their meaning. */
export function ordersSchema(environment: EnvironmentName): GraphQLSchema {
  return withScalars(buildSchema(ordersSchemaText(environment)));
}

export function supplierSchema(): GraphQLSchema {
  return withScalars(buildSchema(SUPPLIER_SCHEMA_TEXT));
}

export const catalogSchema = (submissionKey: SubmissionKey): GraphQLSchema =>
  buildSchema(catalogSchemaText(submissionKey));

const SCALARS: Record<string, { read(value: unknown): unknown; write?(value: unknown): unknown }> = {
  Int32: { read: readInt32 },
  IsoDateTime: {
    read: readIsoDateTime,
    write: (value) => (typeof value === 'number' ? formatIsoDateTime(value) : value),
  },
  FilterValue: { read: readFilterValue },
};

function withScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, scalar] of Object.entries(SCALARS)) {
    const type = schema.getType(name) as GraphQLScalarType | undefined;
    if (type === undefined) continue;
    type.coerceInputValue = scalar.read;
    type.coerceInputLiteral = (node) => scalar.read(literalValue(node));
    type.coerceOutputValue = scalar.write ?? ((value) => value);
  }
  return schema;
}

function literalValue(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    default:
      throw new GraphQLError('a single value is expected here');
  }
}

function readInt32(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 2147483647) {
    throw new GraphQLError(`Int32 cannot represent value: ${JSON.stringify(value)}`);
  }
  return number;
}

function readIsoDateTime(value: unknown): number {
  const instant = typeof value === 'string' ? parseIsoDateTime(value) : null;
  if (instant === null) {
    throw new GraphQLError(`IsoDateTime cannot represent value: ${JSON.stringify(value)}`);
  }
  return instant;
}

function readFilterValue(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  throw new GraphQLError(`a filter compares with a single value, not ${JSON.stringify(value)}`);
}
