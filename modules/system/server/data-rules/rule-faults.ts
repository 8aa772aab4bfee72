import type { Field } from '#kit/model/field.ts';
import { operatorOf } from '#kit/model/query-language.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '#kit/server/actor.ts';
import { AUDIT_FIELDS } from '#kit/server/query/columns.ts';
import { fitsResource } from '#kit/server/query/row-rules.ts';
import { conditionFor, unknownVariables, type RulePerson, type StoredRule } from './rule-values.ts';

/** The fields that rules of a resource may be about, by key. */
export const ruledFields = (resource: AnyResource): Record<string, Field> => ({
  ...(resource.kind === 'view' ? {} : AUDIT_FIELDS),
  ...(resource.fields as Record<string, Field>),
});

/** A column as people write it: `create_by` is `createBy`. */
export function columnKey(resource: AnyResource, column: string): string {
  const key = column.trim();
  if (Object.hasOwn(ruledFields(resource), key)) return key;
  return key.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** Somebody for whom every variable stands for something. */
const ANYBODY: Omit<RulePerson, 'now' | 'zone' | 'tenant'> = {
  userId: '00000000-0000-7000-8000-000000000000',
  username: 'somebody',
  realname: '某人',
  orgCode: 'A01',
  orgCodes: ['A01'],
};

/** What is wrong with a rule for rows of a resource; none: it can be read. */
export function ruleFaults(
  resource: AnyResource,
  { ruleColumn, ruleCondition, ruleValue }: StoredRule,
  { actor, now }: { actor: Actor; now: Date },
): FieldError[] {
  const fault = (field: string, message: string): FieldError[] => [{ field, code: 'invalid', message }];
  const fields = ruledFields(resource);
  if (!Object.hasOwn(fields, ruleColumn)) return fault('ruleColumn', `规则字段不存在：${ruleColumn.slice(0, 40)}`);
  if (/sql/i.test(ruleCondition)) return fault('ruleConditions', '不支持自定义 SQL 规则');
  if (!operatorOf(ruleCondition)) return fault('ruleConditions', '不支持的规则条件');
  const [unknown] = unknownVariables(ruleValue);
  if (unknown !== undefined) return fault('ruleValue', `不支持的变量：#{${unknown.slice(0, 40)}}`);
  const person = { ...ANYBODY, tenant: actor.tenant, zone: actor.zone, now };
  const condition = conditionFor({ ruleColumn, ruleCondition, ruleValue }, person);
  if (!condition || !fitsResource(resource, actor, condition))
    return fault('ruleValue', `规则值与字段“${fields[ruleColumn]?.title ?? ''}”及条件不匹配`);
  return [];
}
