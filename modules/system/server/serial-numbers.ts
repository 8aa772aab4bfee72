import { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { fillRule, readSerialParams, serialStem, serialText } from '../model/code-rules.ts';

/** A rule and what its form has typed, for a number of today where the tenant is. */
interface SerialAsked {
  ruleCode: string;
  values: Readonly<Record<string, unknown>>;
  zone: string;
}

/**
 * The next number of a rule: taken, so that nobody else gets it. Callers of one stem stand in line
 * until the transaction ends; one that is rolled back takes nothing, and leaves no gap.
 * @throws 422 where there is no such rule, or the form lacks what its prefix names
 */
export async function nextSerial(tx: Tx, asked: SerialAsked): Promise<string> {
  const { params, stem } = await findStem(tx, asked);
  const { last } = await tx.one<{ last: number }>`
    insert into serial_number (tenant_id, rule_code, stem, last)
    values (${tx.tenant}, ${asked.ruleCode}, ${stem}, ${params.start})
    on conflict (tenant_id, rule_code, stem) do update set last = serial_number.last + 1
    returning last`;
  return serialText(stem, params, Number(last));
}

/** The number that the next caller gets; nothing is taken. @throws as {@link nextSerial} */
export async function peekSerial(tx: Tx, asked: SerialAsked): Promise<string> {
  const { params, stem } = await findStem(tx, asked);
  const row = await tx.maybe<{ last: number }>`
    select last from serial_number
    where tenant_id = ${tx.tenant} and rule_code = ${asked.ruleCode} and stem = ${stem}`;
  return serialText(stem, params, row ? Number(row.last) + 1 : params.start);
}

async function findStem(tx: Tx, { ruleCode, values, zone }: SerialAsked) {
  const [rule] = await pick(tx, fillRule, ['params'])`code = ${ruleCode}`;
  if (!rule) throw new Refusal('unknownRule', '该编码不存在');
  const params = readSerialParams(rule.params);
  if (typeof params === 'string') throw new Refusal('badRule', `填值规则“${ruleCode}”：${params}`);
  const stem = serialStem(params, values, dayIn(tx.now, zone));
  if (stem === null)
    throw new Refusal('lacksValue', `填值规则“${ruleCode}”还缺表单中的值：${params.prefix}`);
  return { params, stem };
}
