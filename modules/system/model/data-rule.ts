import type { AnyResource } from '#kit/model/resource.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { splitCodes } from './permission-code.ts';

/** What a value of a data rule may name: who asks, where they work, and when. */
export interface RuleVariable {
  name: string;
  title: string;
  /** Several values: asked for by 等于 or 包含 alone. */
  isMany?: boolean;
}

export const RULE_VARIABLES: readonly RuleVariable[] = [
  { name: 'sys_user_code', title: '当前用户账号' },
  { name: 'sys_user_name', title: '当前用户姓名' },
  { name: 'sys_user_id', title: '当前用户 ID' },
  { name: 'sys_org_code', title: '当前部门编码' },
  { name: 'sys_multi_org_code', title: '所属全部部门的编码', isMany: true },
  { name: 'sys_org_users', title: '当前部门成员的账号', isMany: true },
  { name: 'sys_org_tree_users', title: '当前部门及下级部门成员的账号', isMany: true },
  { name: 'sys_date', title: '今天' },
  { name: 'sys_time', title: '现在' },
  { name: 'tenant_id', title: '当前租户编号' },
];

export const variableText = (name: string): string => `#{${name}}`;

/**
 * Resources whose rows a module hands out in other ways than the kit does: a rule would not hold
 * everywhere, so that there is none.
 */
const WITHOUT_RULES = new Set([
  'system:role',
  'system:depart',
  'system:departRole',
  'system:category',
  'system:receivedNotice',
  'system:colleague',
  'system:invitation',
  'system:online',
  'system:fileJob',
  // What a rule does with orders is everybody's: its versions, tests and traces name it.
  'automation:rule',
  'automation:ruleVersion',
  'automation:ruleTest',
]);

/** Whether data rules may be written for rows of a resource. */
export const mayBeRuled = (resource: AnyResource): boolean => !WITHOUT_RULES.has(resourceKey(resource));

/** `module:resource` whose rows a page shows: it says so by the right it asks for. */
export const resourceOfPage = (perms: string | null): string | null =>
  splitCodes(perms)
    .find((code) => code.endsWith(':list'))
    ?.slice(0, -':list'.length) ?? null;
