import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { nameToWire } from '#kit/model/wire.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { kitServices } from '../services.ts';
import type { TakenCheck } from './field-inputs.tsx';

/** Code of the envelope, at HTTP status 200, that says so. */
const TAKEN = 500;

/**
 * Asks the server whether another row has a value (spec §5: an empty one is not asked for, the
 * server's words are the error). Each value is asked for once. A call that fails says nothing: the
 * save decides.
 * @param before the row that is edited; its own values are free
 */
export function takenCheck(of: AnyResource, before: Readonly<Record<string, unknown>> | undefined): TakenCheck {
  const answers = new Map<string, Promise<string | null>>();
  return (key, value) => {
    const text = String(value ?? '').trim();
    if (text === '' || text === before?.[key]) return Promise.resolve(null);
    const name = `${key} ${text}`;
    const known = answers.get(name);
    if (known) return known;
    const request = checkTaken(of, key, text, String(before?.['id'] ?? '')).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 200 && error.code === TAKEN) return error.message;
      answers.delete(name);
      return null;
    });
    answers.set(name, request);
    return request;
  };
}

async function checkTaken(of: AnyResource, key: string, value: string, id: string): Promise<null> {
  const table = of.wire?.table;
  const request = {
    tableName: table ?? resourceKey(of),
    fieldName: table ? nameToWire(of.wire, key) : key,
    fieldVal: value,
    dataId: id,
  };
  await kitServices.get().checkTaken(request);
  return null;
}
