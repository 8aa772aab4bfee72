import { datetime, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import { userFields } from './user.ts';

/** 通讯录: active colleagues as the others look them up; how to reach them is a right of its own. */
export const address = defineView(
  {
    module: 'system',
    name: 'address',
    title: '通讯录',
    fields: {
      realname: text('姓名'),
      avatar: userFields.avatar,
      workNo: text('工号'),
      departName: text('部门'),
      post: text('职务编码'),
      postNames: text('职务'),
      phone: text('手机号码'),
      telephone: text('座机'),
      email: text('邮箱'),
      createTime: datetime('创建时间'),
    },
    label: 'realname',
    list: ['realname', 'departName', 'postNames', 'phone', 'telephone', 'email', 'workNo'],
    search: ['realname', 'workNo', 'phone'],
    sort: { field: 'realname', order: 'asc' },
  },
  {
    path: '/sys/user',
    paths: { list: 'queryByOrgCodeForAddressList' },
    names: { postNames: 'post_dictText' },
  },
);

/** A colleague in it. */
export type AddressEntry = WireRow<typeof address>;

/** Who may see how colleagues are reached. */
export const SEEING_CONTACTS = ['system:address:contact', 'system:user:list'] as const;
