import type { Page } from '#tests/channels/shop.ts';
import type { Client } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

/** Rules as their editor saves them, for the journeys of automation. */

export interface Rule {
  id: string;
  version: number;
  revision: number;
  testedRevision: number | null;
  name: string;
  status: string;
  fault: string | null;
}

export interface Run {
  id: string;
  ruleId: string;
  orderId: string | null;
  returnId: string | null;
  partOrderId: string | null;
  pushId: string | null;
  remittanceId: string | null;
  accountId: string | null;
  revision: number;
  trigger: string;
  outcome: string;
  said: string;
  why: { isMet: boolean; parts?: { text: string; isMet: boolean; actual?: string }[] } | null;
  deeds: { kind: string; text: string; state: string; note?: string }[];
}

let made = 0;

/** A rule for every order unless it says otherwise. */
export async function newRule(
  client: Client,
  actions: readonly object[],
  more: Record<string, unknown> = {},
): Promise<Rule> {
  made += 1;
  const { conditions, ...rest } = more;
  const { id } = await must<{ id: string }>(
    client.post('/automation/rule/add', {
      code: `R${made}`,
      name: `规则${made}`,
      conditions: JSON.stringify(conditions ?? { join: 'and', of: [] }),
      actions: JSON.stringify(actions),
      ...rest,
    }),
  );
  return readRule(client, id);
}

export const readRule = (client: Client, id: string): Promise<Rule> =>
  must(client.get<Rule>('/automation/rule/queryById', { id }));

/** Tests it against what there is, and switches it on. */
export async function switchOn(client: Client, { id }: Rule): Promise<void> {
  await must(client.post(`/automation/rule/${id}/test`, { orders: 50 }));
  await must(client.post(`/automation/rule/${id}/activate`, { acceptAll: true }));
}

export const switchOff = (client: Client, { id }: Pick<Rule, 'id'>): Promise<unknown> =>
  must(client.post(`/automation/rule/${id}/pause`));

/** Runs with why and what was done, the latest first. */
export async function runsOf(client: Client, query: Record<string, string>): Promise<Run[]> {
  const { records } = await must(
    client.get<Page<{ id: string }>>('/automation/ruleRun/list', { pageSize: '200', ...query }),
  );
  const runs: Run[] = [];
  for (const { id } of records) runs.push(await must(client.get<Run>('/automation/ruleRun/queryById', { id })));
  return runs;
}

/** A tag of orders. */
export async function orderTag(client: Client, name: string): Promise<string> {
  await must(client.post('/base/tag/add', { name, scope: 'order', color: 'red' }));
  return (await firstOf(client, '/base/tag/list', { name })).id;
}
