import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';

/** A rule, what its form has typed, and today where the tenant is. */
export interface FillRequest {
  ruleCode: string;
  values: Readonly<Record<string, unknown>>;
  day: string;
}

/** What a rule counts on for one caller. */
export interface Counter {
  /** Which of the counters of its rule. */
  key: string;
  /** The next value, which nobody else gets. */
  take(tx: Tx): Promise<string>;
  /** The same, and nothing is taken. */
  peek(tx: Tx): Promise<string>;
}

export const badRule = (code: string, fault: string): Refusal => new Refusal('badRule', `填值规则“${code}”：${fault}`);

export const lacksValue = (code: string, prefix: string): Refusal =>
  new Refusal('lacksValue', `填值规则“${code}”还缺表单中的值：${prefix}`);
