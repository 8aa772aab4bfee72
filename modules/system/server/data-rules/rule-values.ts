import { operatorOf, type Operator } from '#kit/model/query-language.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { RuleCondition } from '#kit/server/row-rule.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/** Who asks, as far as rules name it. */
export interface RulePerson {
  userId: string;
  username: string;
  realname: string;
  tenant: number;
  /** Department they work in right now; null where they work in none. */
  orgCode: string | null;
  /** Of all departments that they belong to. */
  orgCodes: readonly string[];
  now: Date;
  zone: string;
}

/** A rule as it is stored. */
export interface StoredRule {
  ruleColumn: string;
  ruleCondition: string;
  ruleValue: string;
}

/** What a variable stands for; null: nothing that rows could be compared with. */
type Named = string | readonly string[] | Sql | null;

const VARIABLES: Readonly<Record<string, (person: RulePerson) => Named>> = {
  sys_user_code: ({ username }) => username,
  sys_user_name: ({ realname }) => realname,
  sys_user_id: ({ userId }) => userId,
  sys_org_code: ({ orgCode }) => orgCode,
  sys_multi_org_code: ({ orgCodes }) => (orgCodes.length > 0 ? orgCodes : null),
  sys_org_users: (person) => colleagues(person, (code) => sql`d.org_code = ${code}`),
  sys_org_tree_users: (person) => colleagues(person, (code) => sql`starts_with(d.org_code, ${code})`),
  sys_date: ({ now, zone }) => toWireTime(now, zone).slice(0, 10),
  sys_time: ({ now, zone }) => toWireTime(now, zone),
  tenant_id: ({ tenant }) => String(tenant),
};

/** Accounts of the people of a department: however many there are, the database knows them. */
const colleagues = ({ tenant, orgCode }: RulePerson, where: (code: string) => Sql): Sql | null =>
  orgCode === null
    ? null
    : sql`select u.username from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        join app_user u on u.id = ud.user_id
        where ud.tenant_id = ${tenant} and ${where(orgCode)}`;

const VARIABLE = /#\{([^}]*)\}/g;
const MANY: ReadonlySet<Operator> = new Set(['eq', 'in']);

/**
 * A rule for one person. Whatever cannot be read, is named by no variable or stands for nothing is no
 * condition at all.
 * @returns null for such a one: it lets nothing through
 */
export function conditionFor(rule: StoredRule, person: RulePerson): RuleCondition | null {
  const operator = operatorOf(rule.ruleCondition);
  if (!operator) return null;
  const value = rule.ruleValue.trim();
  const field = rule.ruleColumn;
  const parts = operator === 'in' ? value.split(',').map((part) => part.trim()) : [value];
  const named = parts.filter((part) => part !== '').map((part) => valueOf(part, person));
  if (named.length === 0 || named.some((one) => one === null)) return null;
  const [first] = named;
  if (named.length === 1 && typeof first === 'object' && first !== null && 'isSql' in first)
    return MANY.has(operator) ? { field, rule: 'in', val: first } : null;
  const texts: string[] = [];
  for (const one of named) {
    if (typeof one === 'string') texts.push(one);
    else if (Array.isArray(one)) texts.push(...(one as string[]));
    else return null;
  }
  if (operator === 'in') return { field, rule: 'in', val: texts };
  if (typeof first === 'string') return { field, rule: operator, val: first };
  return operator === 'eq' ? { field, rule: 'in', val: texts } : null;
}

/** A variable alone may stand for several values; within a text it stands for one. */
function valueOf(part: string, person: RulePerson): Named {
  const whole = /^#\{([^}]*)\}$/.exec(part);
  if (whole) return nameIn(whole[1], person);
  let isWhole = true;
  const text = part.replace(VARIABLE, (_all, name: string) => {
    const value = nameIn(name, person);
    if (typeof value === 'string') return value;
    isWhole = false;
    return '';
  });
  return isWhole ? text : null;
}

const nameIn = (name = '', person: RulePerson): Named => {
  const key = name.trim();
  return Object.hasOwn(VARIABLES, key) ? (VARIABLES[key]?.(person) ?? null) : null;
};

/** Names in a value that stand for nothing here. */
export const unknownVariables = (value: string): string[] =>
  [...value.matchAll(VARIABLE)].map(([, name = '']) => name.trim()).filter((name) => !Object.hasOwn(VARIABLES, name));
