import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import type { DepartNode } from './departs.ts';
import { guardedRoute } from './neutral.ts';

const reading = guardedRoute('system:myDepart:list');
const changing = guardedRoute('system:myDepart:edit');

/** Departments that a person leads, and their members. */
export const myDepartCalls = {
  /** The message is what the person is: 2 leads departments, 1 leads none. */
  tree: reading('GET', '/sys/sysDepart/queryMyDeptTreeList', '我负责的部门', {
    result: shape<DepartNode[]>(),
  }),
  /** In the query language of the list of people; members of departments below stand among them. */
  members: reading('GET', '/sys/user/departUserList', '部门成员', {
    query: shape<Record<string, string | number>>(),
    result: shape<{ total: number; records: Record<string, unknown>[] }>(),
  }),
  addMembers: changing('POST', '/sys/user/editSysDepartWithUser', '为部门添加成员', {
    body: shape<{ depId: string; userIdList: string[] }>(),
  }),
  removeMember: changing('DELETE', '/sys/user/deleteUserInDepart', '移出部门成员', {
    query: { depId: text('部门'), userId: text('用户') },
  }),
  removeMembers: changing('DELETE', '/sys/user/deleteUserInDepartBatch', '批量移出部门成员', {
    query: { depId: text('部门'), userIds: text('用户') },
  }),
};
