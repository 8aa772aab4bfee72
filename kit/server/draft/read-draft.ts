import { subjectOf } from '#kit/model/draft-shape.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { placeOf } from '../actor.ts';
import type { Tx } from '../database.ts';
import { uploadErrors } from '../held-uploads.ts';
import { MESSAGES } from '../messages.ts';
import type { AnyDocument } from '../move-effect.ts';
import { readFields } from '../parse.ts';
import { maskedFields } from '../query/columns.ts';
import { linkErrors } from '../row-relations.ts';
import type { DraftPlace } from './draft-slots.ts';

type Values = Record<string, unknown>;

/** A line as it was read, with the stored line it stays. */
export interface ReadLine {
  id: string | null;
  values: Values;
}

/** A head as it was read: whole, and the part of it that whoever sent it may write. */
export interface ReadHead {
  head: Values;
  values: Values;
}

/**
 * Reads the head of a draft. What is masked from whoever writes stays as it is stored.
 * @throws Refusal 422 naming every field that is wrong
 */
export async function readHead(tx: Tx, place: DraftPlace, body: Values, before: AnyDocument | null): Promise<ReadHead> {
  const { shape, registry, slots } = place;
  const hidden = before ? maskedFields(shape.resource, tx.actor) : new Set<string>();
  const fields = without(shape.head, hidden);
  const { values, errors } = readFields(fields, body, placeOf(tx.actor));
  if (errors.length > 0) throw invalid(errors);
  const retained = Object.keys(shape.head).filter((key) => hidden.has(key));
  const opened = before ? openValues(tx, place, before) : {};
  const head = { ...Object.fromEntries(retained.map((key) => [key, opened[key] ?? null])), ...values };
  errors.push(...(slots.judge?.(tx, head, before) ?? []));
  const rows = [{ values, ...(before ? { before } : {}) }];
  const [missing = []] = await linkErrors(tx, registry, fields, rows);
  const [unheld = []] = await uploadErrors(tx, shape.resource, rows);
  errors.push(...missing, ...unheld);
  if (errors.length > 0) throw invalid(errors);
  return { head, values };
}

/** The head of a stored draft by key, personal data opened. */
export function openValues(tx: Tx, { shape }: DraftPlace, row: AnyDocument): Values {
  const stored = shape.resource.fields as Fields;
  return Object.fromEntries(
    Object.keys(shape.head).map((key) => {
      const value = row[key];
      const isSealed = stored[key]?.kind === 'sealed' && typeof value === 'string';
      return [key, isSealed ? tx.vault.open(value) : value];
    }),
  );
}

/**
 * Lines as they were sent. Those that name the stored line they come from stay that line: two
 * editors mean the same one. What may be hidden of it stays as well where it is not said, as long as
 * the line is about the same.
 * @param stored lines of the draft, by id
 * @throws Refusal 422 naming each row that is wrong
 */
export async function readLines(
  tx: Tx,
  place: DraftPlace,
  raw: unknown,
  stored: ReadonlyMap<string, Values>,
): Promise<ReadLine[]> {
  const sent = sentLines(place, raw);
  const read = sent.map((body) => readFields(place.shape.line, body, placeOf(tx.actor)));
  refuseRows(read.map(({ errors }) => errors));
  refuseRows(await linkErrors(tx, place.registry, place.shape.line, read));
  const open = new Map(stored);
  return read.map(({ values }, index) => {
    const body = sent[index] as Values;
    const id = typeof body['id'] === 'string' && open.has(body['id']) ? body['id'] : null;
    if (id === null) return { id, values };
    const from = open.get(id) as Values;
    open.delete(id);
    return { id, values: { ...values, ...maskedValues(place, from, body, values) } };
  });
}

/** @throws Refusal 422 for what is no list, or has too few or too many lines */
function sentLines({ shape }: DraftPlace, raw: unknown): Values[] {
  const { title, word } = shape;
  const { least = 0, most, title: called } = shape.lines;
  const refuse = (code: string, message: string) => invalid([{ field: 'lines', code, message }]);
  const list = raw ?? [];
  if (!Array.isArray(list)) throw refuse('invalid', MESSAGES.notText(called));
  if (list.length < least) throw refuse('required', MESSAGES.noLines(title, word));
  if (list.length > most) throw refuse('tooMany', MESSAGES.tooManyLines(title, most));
  return list.map((item: unknown) => (typeof item === 'object' && item !== null ? (item as Values) : {}));
}

function refuseRows(found: readonly FieldError[][]): void {
  const errors = found.flatMap((own, index) => own.map((error) => ({ ...error, row: index + 1 })));
  if (errors.length > 0) throw invalid(errors);
}

/** What of a stored line somebody may not have seen, and said nothing of. */
function maskedValues({ shape }: DraftPlace, from: Values, body: Values, values: Values): Values {
  const subject = subjectOf(shape);
  if (subject !== undefined && from[subject] !== values[subject]) return {};
  const masks = (shape.child.masks ?? {}) as Readonly<Record<string, readonly string[]>>;
  const masked = Object.values(masks).flat();
  const retained = masked.filter((key) => key in shape.line && body[key] === undefined);
  return Object.fromEntries(retained.map((key) => [key, from[key] ?? null]));
}

const without = (fields: Fields, hidden: ReadonlySet<string>): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !hidden.has(key)));
