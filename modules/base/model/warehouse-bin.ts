import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from './warehouse.ts';

const zonePurpose = dict('zone_purpose', {
  good: '良品',
  return: '退货',
  quarantine: '待检',
  damaged: '不良品',
});

/** 库区: a part of a warehouse with one purpose. */
export const warehouseZone = defineRegister({
  module: 'base',
  name: 'warehouseZone',
  title: '库区',
  empty: '先给仓库分区，如良品区、退货区，再在“库位”里成批生成库位。',
  fields: {
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    code: text('库区编码', { required: true, max: 16, rule: 'code' }),
    name: text('库区名称', { required: true, max: 64 }),
    purpose: choice('用途', zonePurpose, { required: true, default: 'good' }),
    /** `NJ01/A`: codes are unique in a warehouse only, sheets and pickers name both. */
    place: text('库区全码', { always: true, derived: true }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    note: text('备注', { max: 255 }),
  },
  label: 'place',
  list: [{ key: 'place', under: ['note'] }, 'code', 'name', 'warehouseId', 'purpose', 'status', 'createTime'],
  search: ['warehouseId', 'code', 'name', 'purpose', 'status'],
  form: [['warehouseId', 'code'], ['name', 'purpose'], ['status'], ['note']],
  scope: { warehouses: 'warehouseId' },
});

/** 库位: a place on a shelf. It says where goods stand, never how many: stock is counted by warehouse. */
export const warehouseBin = defineRegister({
  module: 'base',
  name: 'warehouseBin',
  title: '库位',
  empty: '按编码规则成批生成，如 A-01-01 至 A-03-12；也可以从表格导入。',
  fields: {
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    zoneId: link('库区', 'base:warehouseZone', { required: true }),
    code: text('库位编码', { required: true, max: 32, rule: 'code' }),
    place: text('库位全码', { always: true, derived: true }),
    aisle: text('通道', { max: 16 }),
    rack: text('货架', { max: 16 }),
    level: text('层', { max: 16 }),
    position: text('位', { max: 16 }),
    walkOrder: integer('拣货顺序', {
      required: true,
      default: 0,
      min: 0,
      max: 1_000_000,
      hint: '拣货单和盘点按它从小到大走',
    }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    note: text('备注', { max: 255 }),
  },
  label: 'place',
  list: [
    { key: 'code', under: ['note'] },
    { key: 'warehouseId', under: ['zoneId'] },
    'aisle',
    'rack',
    'level',
    'position',
    'walkOrder',
    'status',
    'place',
  ],
  search: ['warehouseId', 'zoneId', 'code', 'aisle', 'status'],
  form: [
    ['warehouseId', 'zoneId'],
    ['code', 'walkOrder'],
    ['aisle', 'rack'],
    ['level', 'position'],
    ['status'],
    ['note'],
  ],
  sort: { field: 'walkOrder', order: 'asc' },
  scope: { warehouses: 'warehouseId' },
});
export type WarehouseBinRow = RowOf<typeof warehouseBin>;
