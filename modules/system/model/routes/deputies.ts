import { choice, datetime, text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { validStatuses } from '../dictionaries.ts';
import { accountRoute } from './neutral.ts';

/** 代理人: who acts for a person, and from when until when. */
export const deputyFields = {
  userName: text('用户账号', { required: true, max: 100 }),
  agentUserName: text('代理人', { required: true, max: 100 }),
  startTime: datetime('代理开始时间', { required: true }),
  endTime: datetime('代理结束时间', { required: true }),
  status: choice('状态', validStatuses, { required: true, default: '1' }),
};

/** As the wire has it; `sysOrgCode` and `sysCompanyCode` of the base are never filled there either. */
export interface StoredDeputy {
  id: string;
  userName: string;
  agentUserName: string;
  agentRealname: string;
  startTime: string;
  endTime: string;
  status: string;
  status_dictText: string;
  createName: string | null;
  createBy: string | null;
  createTime: string;
  updateName: string | null;
  updateBy: string | null;
  updateTime: string | null;
  sysOrgCode: null;
  sysCompanyCode: null;
}

const written = { ...deputyFields, id: text('编号') };

export const deputyCalls = {
  /** One's own for everybody; another's for who reads the list of people. */
  find: accountRoute('GET', '/sys/sysUserAgent/queryByUserName', '按用户账号查询代理人', {
    query: { userName: text('用户账号') },
    result: shape<StoredDeputy>(),
  }),
  add: accountRoute('POST', '/sys/sysUserAgent/add', '设置代理人', { body: written }),
  edit: accountRoute('PUT', '/sys/sysUserAgent/edit', '修改代理人', { body: written }),
};
