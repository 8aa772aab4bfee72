import { text } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';

/** 部门角色: what members of one department may besides their roles, within its frame. */
export const departRole = defineComposite(
  {
    module: 'system',
    name: 'departRole',
    title: '部门角色',
    fields: {
      name: text('部门角色名称', { required: true, max: 100 }),
      code: text('部门角色编码', { required: true, unique: true, rule: 'code', max: 64 }),
      description: text('描述', { max: 255 }),
      departId: text('部门', { required: true }),
      departName: text('所属部门', { derived: true }),
      members: text('成员', { derived: true }),
    },
    label: 'name',
    list: ['name', 'code', 'departName', 'members', 'description'],
    search: ['name', 'code'],
    form: [['name', 'code'], ['description']],
  },
  {
    path: '/sys/sysDepartRole',
    table: 'sys_depart_role',
    names: { name: 'roleName', code: 'roleCode', departName: 'departId_dictText' },
    texts: { edit: '编辑成功!', deleteBatch: '批量删除成功!' },
    serves: ['list', 'add', 'edit', 'delete'],
  },
);
