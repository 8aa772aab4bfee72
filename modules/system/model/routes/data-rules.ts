import type { Kind } from '#kit/model/field.ts';
import { text } from '#kit/model/field.ts';
import type { Operator } from '#kit/model/query-language.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

/** A data rule as the wire has it: `ruleConditions` is one of the dictionary rule_conditions (sic). */
export interface DataRule {
  id: string;
  permissionId: string;
  ruleName: string;
  ruleColumn: string;
  ruleConditions: string;
  ruleValue: string;
  status: string;
  createBy: string | null;
  createTime: string | null;
  updateBy: string | null;
  updateTime: string | null;
  /** Why it hides every row; null: it can be read. */
  fault: string | null;
  /** Names of roles that carry it. */
  roles: string[];
}

type GivenRule = Partial<
  Pick<DataRule, 'permissionId' | 'ruleName' | 'ruleColumn' | 'ruleConditions' | 'ruleValue'>
> & { status?: string | number };

/** A field that rules of a page may be about. */
export interface RuledField {
  key: string;
  title: string;
  kind: Kind;
  operators: readonly Operator[];
  /** What a choice is chosen from. */
  options?: { value: string; text: string }[];
  /** Resource that a link leads to. */
  to?: string;
}

const rules = (permission: string) => guardedRoute(`system:dataRule:${permission}`);
const listed = { result: shape<DataRule[]>() };

/** Data rules of a page, and which of them a role carries. */
export const dataRuleCalls = {
  ofPage: rules('list')('GET', '/sys/permission/getPermRuleListByPermId', '页面的数据规则', {
    query: { permissionId: text('页面') },
    ...listed,
  }),
  search: rules('list')('GET', '/sys/permission/queryPermissionRule', '查找数据规则', {
    query: { permissionId: text('页面'), ruleName: text('规则名称'), ruleValue: text('规则值') },
    ...listed,
  }),
  /** Ours: what may be written for a page. */
  fields: rules('list')('GET', '/sys/permission/queryRuleFields', '数据规则可用的字段', {
    query: { permissionId: text('页面') },
    result: shape<RuledField[]>(),
  }),
  add: rules('add')('POST', '/sys/permission/addPermissionRule', '新增数据规则', {
    body: shape<GivenRule>(),
  }),
  edit: rules('edit')('PUT', '/sys/permission/editPermissionRule', '修改数据规则', {
    body: shape<GivenRule & { id: string }>(),
  }),
  remove: rules('delete')('DELETE', '/sys/permission/deletePermissionRule', '删除数据规则', {
    query: { id: text('规则') },
  }),
  ofRole: guardedRoute('system:role:list')(
    'GET',
    '/sys/role/datarule/:permissionId/:roleId',
    '角色在页面上的数据规则',
    { result: shape<{ datarule: DataRule[]; drChecked: string }>() },
  ),
  setOfRole: guardedRoute('system:role:grant')('POST', '/sys/role/datarule', '保存角色的数据规则', {
    body: shape<{ permissionId: string; roleId: string; dataRuleIds: string }>(),
  }),
};
