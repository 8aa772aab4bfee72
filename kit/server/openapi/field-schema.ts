import type { Field, Fields } from '#kit/model/field.ts';
import { isLinesField, LINE_ID, type LinesQuestion } from '#kit/model/lines-question.ts';
import { serverKinds } from '../kinds.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = Record<string, unknown>;

/** The schema of a set of fields as it stands on the wire. Which are needed, each call says. */
export const fieldsSchema = (fields: Fields): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => [
      [key, property(field)],
      ...(hasText(field) ? [[`${key}_dictText`, TEXT]] : []),
      ...(field.kind === 'tags' ? [[`${key}_tones`, TONES]] : []),
    ]),
  ),
});

/** Keys a caller cannot leave out. */
export const requiredKeys = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => field.required && field.default === undefined && !field.derived)
    .map(([key]) => key);

/** The schema of one value that is there. */
export const wireSchema = (field: Field): Schema => ({
  ...(isLinesField(field) ? linesSchema(field.lines) : serverKinds[field.kind].jsonSchema(field)),
  ...(field.default === undefined ? {} : { default: field.default }),
});

/** What is said of lines: each is named by its id, and has the columns of the question. */
function linesSchema({ columns, of }: LinesQuestion): Schema {
  const { properties } = fieldsSchema(columns);
  return {
    type: 'array',
    items: {
      type: 'object',
      required: [LINE_ID, ...requiredKeys(columns)],
      properties: {
        [LINE_ID]: { type: 'string', format: 'uuid', description: `${of.title}的 id` },
        ...withoutTexts(columns, properties as Record<string, Schema>),
      },
    },
  };
}

/** What is asked has no texts beside its values. */
const withoutTexts = (columns: Fields, properties: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => key in columns));

const TEXT: Schema = { type: ['string', 'null'], readOnly: true };

const TONES: Schema = { type: 'array', items: { type: 'string' }, readOnly: true };

const hasText = ({ kind, dict }: Field): boolean =>
  kind === 'link' || kind === 'tags' || kind === 'flag' || dict !== undefined;

function property(field: Field): Schema {
  const schema = wireSchema(field);
  return {
    ...(field.required ? schema : orNull(schema)),
    title: field.title,
    ...description(field),
    ...(field.derived ? { readOnly: true } : {}),
    ...(field.kind === 'secret' ? { writeOnly: true } : {}),
  };
}

/** An optional field may be emptied with null. */
function orNull(schema: Schema): Schema {
  const { type, enum: codes } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(Array.isArray(codes) ? { enum: [...(codes as unknown[]), null] } : {}),
  };
}

/** The hint, the unit, and what the codes of a dictionary mean. */
function description({ kind, hint, dict, to }: Field): Schema {
  const parts = [
    hint,
    kind === 'length' ? '毫米' : kind === 'weight' ? '克' : undefined,
    dict &&
      Object.entries(dict.items as Record<string, string>)
        .map(([code, text]) => `${code} ${text}`)
        .join('，'),
    to && `${to} 的 id`,
  ].filter(Boolean);
  return parts.length > 0 ? { description: parts.join('；') } : {};
}
