import { flag, text } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';

/** 角色: what people may, under a name. The code of one that came with the program stays. */
export const role = defineComposite(
  {
    module: 'system',
    name: 'role',
    title: '角色',
    fields: {
      name: text('角色名称', { required: true, max: 100 }),
      code: text('角色编码', { required: true, unique: true, rule: 'code', max: 64 }),
      description: text('描述', { max: 255 }),
      isPreset: flag('预置', { derived: true, always: true }),
    },
    label: 'name',
    list: ['name', 'code', 'description', 'isPreset', 'createTime'],
    search: ['name', 'code'],
    form: [['name', 'code'], ['description']],
  },
  {
    path: '/sys/role',
    table: 'sys_role',
    names: { name: 'roleName', code: 'roleCode' },
    texts: { edit: '修改成功!', delete: '删除角色成功', deleteBatch: '删除角色成功' },
    serves: ['list', 'add', 'edit', 'delete', 'import', 'export'],
    // For who chooses roles too, each by a right of their own.
    open: ['list'],
  },
);
