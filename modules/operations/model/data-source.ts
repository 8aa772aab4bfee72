import { choice, secret, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import { databaseTypes } from '#modules/system/model/dictionaries.ts';

/** 多数据源: a database of somebody else's that reports may read. Its password is written and never read. */
export const dataSource = defineRegister(
  {
    module: 'operations',
    name: 'dataSource',
    title: '数据源',
    empty: '登记 MySQL、MariaDB 或 PostgreSQL 数据库的连接；报表目前只从 PostgreSQL 数据源取数。',
    fields: {
      code: text('数据源编码', { required: true, unique: true, rule: 'code', max: 64 }),
      name: text('数据源名称', { required: true, max: 100 }),
      type: choice('数据库类型', databaseTypes, { required: true, hint: '报表目前只从 PostgreSQL 取数' }),
      driver: text('驱动类', { max: 100 }),
      url: text('数据源地址', { required: true, max: 500 }),
      database: text('数据库名称', { max: 63, hint: '留空用地址里的库名' }),
      username: text('用户名', { required: true, max: 100 }),
      password: secret('密码', { max: 200, hint: '只写不读；留空表示不修改' }),
      note: text('备注', { max: 255 }),
    },
    label: 'name',
    list: ['name', 'code', 'type', 'url', 'username', 'note', 'createTime'],
    search: ['name', 'code', 'type'],
    form: [['code', 'name'], ['type', 'driver'], ['url'], ['database', 'username'], ['password'], ['note']],
  },
  {
    path: '/sys/dataSource',
    table: 'sys_data_source',
    names: {
      type: 'dbType',
      driver: 'dbDriver',
      url: 'dbUrl',
      database: 'dbName',
      username: 'dbUsername',
      password: 'dbPassword',
      note: 'remark',
    },
  },
);

export type ShownSource = WireRow<typeof dataSource>;
