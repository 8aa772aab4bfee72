import { defineModule } from '#kit/server/module.ts';
import * as declared from './model/declared.ts';
import { financeGrants } from './model/grants.ts';
import { financeMenus } from './model/menus.ts';
import * as settleMoves from './server/invoices/settle.ts';

/** 发票 收付款 回款单 扣款: what customers owe, and how it becomes money. */
export const finance = defineModule({
  name: 'finance',
  declared,
  menus: financeMenus,
  grants: financeGrants,
  moves: [settleMoves],
});
