import type { Fields } from '#kit/model/field.ts';
import { parsedFields, type RouteDeclaration } from '#kit/model/route.ts';
import { placeOf, type Actor } from './actor.ts';
import { parseBody } from './parse.ts';
import { idOf } from './row-id.ts';

/** What of a call is parsed. */
interface ArrivedCall {
  readonly actor: Actor;
  readonly params: Record<string, string>;
  readonly body: Record<string, unknown>;
}

/** Parameters that name a row. */
const ROW_ID = /:(id|[a-z]+Id)\b/g;

/**
 * The call as its handler sees it: ids of its path in lower case, the body as column values where the
 * declaration has fields for it.
 * @throws Refusal 404 for an id that no row can have, 422 with every field that is at fault
 */
export function parseCall<C extends ArrivedCall>({ path, body: declared, refusals }: RouteDeclaration, call: C): C {
  if (refusals === 'neutral') return call;
  const fields = parsedFields(declared);
  const ids = [...path.matchAll(ROW_ID)].flatMap(([, name]) => name ?? []);
  if (ids.length === 0 && !fields) return call;
  const params = { ...call.params };
  for (const name of ids) params[name] = idOf(params[name]);
  const body = fields ? columnValues(fields, call) : call.body;
  return Object.create(call, { params: { value: params }, body: { value: body } }) as C;
}

/** Column values, but structures as they are: no column takes them here. */
function columnValues(fields: Fields, call: ArrivedCall): Record<string, unknown> {
  const values: Record<string, unknown> = parseBody(fields, call.body, placeOf(call.actor));
  for (const [key, { kind }] of Object.entries(fields))
    if (kind === 'json' && typeof values[key] === 'string') values[key] = JSON.parse(values[key]);
  return values;
}
