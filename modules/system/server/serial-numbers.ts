import type { Tx } from '#kit/server/database.ts';
import { namesIn, readSerialParams, serialStem, serialText, type SerialParams } from '../model/code-rules.ts';
import { badRule, lacksValue, type Counter, type FillRequest } from './fill-counter.ts';

/**
 * Where the number of a rule stands: callers of one stem stand in line until the transaction ends. One
 * that is rolled back takes nothing. The only gap there is: a number whose transaction was committed and
 * that its caller then used for nothing.
 */
export function serialCounter(stored: string, request: FillRequest): Counter {
  const params = paramsOf(stored, request.ruleCode);
  const stem = serialStem(params, request.values, request.day);
  if (stem === null) throw lacksValue(request.ruleCode, params.prefix);
  return {
    key: stem,
    take: async (tx) => serialText(stem, params, await takeNext(tx, request.ruleCode, stem, params)),
    peek: async (tx) => serialText(stem, params, await findNext(tx, request.ruleCode, stem, params)),
  };
}

async function takeNext(tx: Tx, code: string, stem: string, { start }: SerialParams): Promise<number> {
  const { last } = await tx.one<{ last: number }>`
    insert into serial_number (tenant_id, rule_code, stem, last)
    values (${tx.tenant}, ${code}, ${stem}, ${start})
    on conflict (tenant_id, rule_code, stem) do update set last = serial_number.last + 1
    returning last`;
  return Number(last);
}

async function findNext(tx: Tx, code: string, stem: string, { start }: SerialParams): Promise<number> {
  const row = await tx.maybe<{ last: number }>`
    select last from serial_number
    where tenant_id = ${tx.tenant} and rule_code = ${code} and stem = ${stem}`;
  return row ? Number(row.last) + 1 : start;
}

/**
 * The numbers that would come next by parameters that may not be saved yet; nothing is taken. Values of
 * the form stand as their names.
 */
export async function serialPreview(
  tx: Tx,
  stored: string,
  { ruleCode, day }: Omit<FillRequest, 'values'>,
  count: number,
): Promise<string[]> {
  const params = paramsOf(stored, ruleCode);
  const stem = serialStem(params, namesIn(params.prefix), day);
  if (stem === null) throw lacksValue(ruleCode, params.prefix);
  const next = await findNext(tx, ruleCode, stem, params);
  return Array.from({ length: count }, (_, at) => serialText(stem, params, next + at));
}

function paramsOf(stored: string, code: string): SerialParams {
  const params = readSerialParams(stored);
  if (typeof params === 'string') throw badRule(code, params);
  return params;
}
