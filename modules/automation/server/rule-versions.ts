import { newId, type Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { ruleText } from '../model/rule-text.ts';
import { rule, VERSIONED } from '../model/rule.ts';
import { rulesById } from './live-rules.ts';
import { namesOf } from './names.ts';

/** Keeps what a rule says now under its version; one that is kept already stays as it is. */
export async function storeVersion(tx: Tx, registry: Registry, ruleId: string): Promise<void> {
  const [row] = await pick(tx, rule, ['revision', ...VERSIONED])`id = ${ruleId}::uuid`;
  const [read] = await rulesById(tx, [ruleId]);
  if (!row || !read) return;
  const content = Object.fromEntries(VERSIONED.map((key) => [key, row[key]]));
  const message = ruleText(read, await namesOf(tx, registry, [read]));
  await tx.run`
    insert into rule_version (tenant_id, id, rule_id, revision, content, said, create_by, create_time)
    values (${tx.tenant}, ${newId()}::uuid, ${ruleId}::uuid, ${row.revision},
      ${JSON.stringify(content)}::jsonb, ${message}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, rule_id, revision) do nothing`;
}
