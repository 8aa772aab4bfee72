import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import type { DataRule } from './data-rules.ts';
import { guardedRoute } from './neutral.ts';
import type { GrantNode } from './roles.ts';

const seeingFrame = guardedRoute('system:depart:list');
const framing = guardedRoute('system:depart:grant');
const reading = guardedRoute('system:departRole:list');
const granting = guardedRoute('system:departRole:grant');

/** Data rules of a page, and which of them are carried; joined by commas. */
interface CarriedRules {
  datarule: Pick<DataRule, 'id' | 'ruleName'>[];
  drChecked: string;
}

/** The frame of a department: what its department roles may grant at most. */
export const departFrameCalls = {
  frame: seeingFrame('GET', '/sys/permission/queryDepartPermission', '部门权限', {
    query: { departId: text('部门') },
    result: shape<string[]>(),
  }),
  save: framing('POST', '/sys/permission/saveDepartPermission', '保存部门权限', {
    body: shape<{ departId: string; permissionIds: string; lastpermissionIds?: string }>(),
  }),
  rules: seeingFrame('GET', '/sys/sysDepartPermission/datarule/:permissionId/:departId', '部门权限在页面上的数据规则', {
    result: shape<CarriedRules>(),
  }),
  setRules: framing('POST', '/sys/sysDepartPermission/datarule', '保存部门权限的数据规则', {
    body: shape<{ permissionId: string; departId: string; dataRuleIds: string }>(),
  }),
};

/** Department roles beside their list: what they grant, and who has them. */
export const departRoleCalls = {
  tree: reading('GET', '/sys/sysDepartPermission/queryTreeListForDeptRole', '部门角色可授权的菜单与按钮', {
    query: { departId: text('部门') },
    result: shape<{ treeList: GrantNode[]; ids: string[] }>(),
  }),
  grants: reading('GET', '/sys/sysDepartPermission/queryDeptRolePermission', '部门角色已有的权限', {
    query: { roleId: text('部门角色') },
    result: shape<string[]>(),
  }),
  saveGrants: granting('POST', '/sys/sysDepartPermission/saveDeptRolePermission', '保存部门角色权限', {
    body: shape<{ roleId: string; permissionIds: string; lastpermissionIds?: string }>(),
  }),
  /** `drFixed`: those of the frame, under which every role of the department is. */
  rules: reading('GET', '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId', '部门角色在页面上的数据规则', {
    result: shape<CarriedRules & { drFixed: string }>(),
  }),
  setRules: granting('POST', '/sys/sysDepartRole/datarule', '保存部门角色的数据规则', {
    body: shape<{ permissionId: string; roleId: string; dataRuleIds: string }>(),
  }),
  ofDepart: reading('GET', '/sys/sysDepartRole/getDeptRoleList', '部门的部门角色', {
    query: { departId: text('部门'), userId: text('用户') },
    result: shape<{ id: string; roleName: string; roleCode: string; description: string | null }[]>(),
  }),
  ofUser: reading('GET', '/sys/sysDepartRole/getDeptRoleByUserId', '成员的部门角色', {
    query: { userId: text('用户'), departId: text('部门') },
    result: shape<{ id: string; userId: string; droleId: string }[]>(),
  }),
  setOfUser: granting('POST', '/sys/sysDepartRole/deptRoleUserAdd', '设置成员的部门角色', {
    body: shape<{ userId: string; newRoleId: string; oldRoleId?: string }>(),
  }),
};
