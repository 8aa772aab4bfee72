import { shape } from '#kit/model/route.ts';
import { guardedRoute, ownRoute } from './neutral.ts';

/** A colleague as a picker shows them; their numbers only to who administers people. */
export interface Colleague extends Record<string, unknown> {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  sex: number | null;
  status: number;
  post: string;
  orgCode: string | null;
  orgCodeTxt: string | null;
}

/** Choosing people: active colleagues of the own tenant. */
export const peopleCalls = {
  /** In the query language of the lists, and `departId`. */
  page: ownRoute('GET', '/sys/user/queryUserComponentData', '选择用户：分页', {
    query: shape<Record<string, string | number>>(),
    result: shape<{ total: number; records: Colleague[] }>(),
  }),
  ofDepart: ownRoute('GET', '/sys/user/queryUserByDepId', '选择用户：按部门', {
    query: shape<{ id: string; realname?: string }>(),
    result: shape<Colleague[]>(),
  }),
  /** Names or ids joined by commas. A bare array, no envelope (sic). */
  named: ownRoute('GET', '/sys/user/getMultiUser', '已选用户的姓名', {
    query: shape<{ username?: string; id?: string }>(),
    result: shape<Colleague[]>(),
  }),
  departsOf: guardedRoute('system:user:list')('GET', '/sys/user/userDepartList', '用户的部门', {
    query: shape<{ userId: string }>(),
    result: shape<{ id: string; departName: string; orgCode: string }[]>(),
  }),
};
