import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, text, textarea } from '#kit/model/field.ts';
import { defineComposite } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

/** Codes of the base: it sends and reads them as 1 and 0, true and false. */
export const gatewayStatus = dict('gateway_status', { '1': '启用', '0': '停用' }, ['1', '0']);
/** Who may call a forwarded path. */
export const gatewayAccess = dict('gateway_access', {
  signedIn: '登录用户',
  operator: '仅平台运营',
  public: '公开（无需登录）',
});
export type GatewayAccess = keyof typeof gatewayAccess.items;

/** So many there may be: each call is held against all of them. */
export const MOST_ROUTES = 200;

/** 网关路由: calls below the API base that are forwarded to other services. */
export const gatewayRoute = defineComposite(
  {
    module: 'operations',
    name: 'gatewayRoute',
    title: '网关路由',
    empty: '把接口前缀之下的一段路径转发到别的服务。可转发到的地址由平台设置 GATEWAY_UPSTREAMS 列出。',
    fields: {
      routerId: text('路由ID', { required: true, rule: 'code', max: 64 }),
      name: text('路由名称', { required: true, max: 100 }),
      uri: text('路由URI', { required: true, max: 300, hint: '上游服务的地址，如 https://erp.example.com' }),
      predicates: textarea('路由条件', { required: true, max: 20_000, structured: true }),
      filters: textarea('过滤器', { max: 20_000, structured: true }),
      paths: text('路径', { derived: true, always: true }),
      access: choice('谁可以调用', gatewayAccess, { default: 'signedIn' }),
      timeoutSeconds: integer('超时（秒）', { min: 1, max: 300, default: 30 }),
      sortNo: integer('次序', {
        min: 0,
        max: 9999,
        default: 0,
        hint: '几条路由都符合时，数字小的先用；相同时先建的先用',
      }),
      forwardCredentials: flag('转发登录凭证', {
        default: false,
        hint: '默认不转发令牌与 Cookie；上游拿到令牌即可冒用调用者',
      }),
      status: choice('路由状态', gatewayStatus, { default: '1' }),
      note: text('备注', { max: 255 }),
    },
    label: 'name',
    list: ['name', 'routerId', 'paths', 'uri', 'access', 'timeoutSeconds', 'sortNo', 'status', 'note', 'createTime'],
    search: ['name', 'routerId', 'paths', 'uri', 'access', 'status'],
    form: [
      ['routerId', 'name'],
      ['uri'],
      ['predicates'],
      ['filters'],
      ['access', 'timeoutSeconds'],
      ['forwardCredentials', 'status'],
      ['sortNo', 'note'],
    ],
    // The first that fits takes a call.
    sort: { field: 'sortNo', order: 'asc' },
  },
  {
    path: '/sys/gatewayRoute',
    // sic: the list of the base is a plain array.
    paths: { list: 'page' },
    table: 'sys_gateway_route',
    numbers: ['status'],
    serves: ['list', 'add', 'edit', 'delete'],
    texts: { add: '操作成功！', edit: '操作成功！', delete: '删除路由成功', deleteBatch: '删除路由成功' },
  },
);

export type ShownRoute = WireRow<typeof gatewayRoute>;
