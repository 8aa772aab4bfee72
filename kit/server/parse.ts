import { isChosen, type Field, type Fields, type Values } from '#kit/model/field.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { serverKinds, type KindContext } from './kinds.ts';
import { MESSAGES } from './messages.ts';

interface ParseOptions extends Pick<KindContext, 'zone' | 'words'> {
  /** Only the fields present are judged (edit); otherwise required and defaults apply (add). */
  partial?: boolean;
  /** The row that is edited: the currency of an amount may stand there alone. */
  before?: Readonly<Record<string, unknown>>;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** An empty list of lines is an answer: it is no leave to do what is done where nothing is said. */
const isLines = (field: Field, value: unknown): boolean => field.lines !== undefined && Array.isArray(value);

/**
 * Judges a body against fields and turns wire values into column values. Derived fields and
 * unknown keys are ignored: they cannot be written from outside.
 * @returns column values by field key; null empties an optional field
 */
export function readFields(
  fields: Fields,
  body: Record<string, unknown>,
  { zone, words, partial = false, before = {} }: ParseOptions,
): { values: Record<string, unknown>; errors: FieldError[] } {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [key, field] of Object.entries(fields)) {
    if (field.derived) continue;
    const isGiven = Object.hasOwn(body, key) && body[key] !== undefined;
    if (partial && !isGiven) continue;
    if (field.kind === 'secret' && body[key] === '***') continue; // unchanged: never read back
    const raw = typeof body[key] === 'string' ? (body[key] as string).trim() : body[key];
    const value = isEmpty(raw) && !isLines(field, raw) && !partial ? field.default : raw;
    if (isEmpty(value) && !isLines(field, value)) {
      if (field.required) errors.push(missing(key, field));
      else values[key] = null;
      continue;
    }
    const parsed = serverKinds[field.kind].parse(value, field, contextOf(field, body, before, { zone, words }));
    if ('error' in parsed) errors.push({ field: key, code: 'invalid', message: parsed.error });
    else values[key] = parsed.ok;
  }
  return { values, errors };
}

const contextOf = (
  { currency: key }: Field,
  body: Record<string, unknown>,
  before: Readonly<Record<string, unknown>>,
  place: KindContext,
): KindContext => {
  const currency = key ? (body[key] ?? before[key]) : undefined;
  return typeof currency === 'string' ? { ...place, currency } : place;
};

const missing = (key: string, field: Field): FieldError => ({
  field: key,
  code: 'required',
  message: isChosen(field.kind) ? MESSAGES.requiredChoice(field.title) : MESSAGES.required(field.title),
});

/** Body of a hand-written route or the answers of a move: column values, or 422 with all errors. */
export function parseBody<const F extends Fields>(
  fields: F,
  body: Record<string, unknown>,
  options: ParseOptions,
): Values<F> {
  const { values, errors } = readFields(fields, body, options);
  if (errors.length > 0) throw invalid(errors);
  return values as Values<F>;
}
