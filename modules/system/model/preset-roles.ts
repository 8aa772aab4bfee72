import { reading, type Grants, type RoleGrants } from '#kit/model/grants.ts';
import { anyCovers, PLATFORM_PATTERNS } from './permission-code.ts';

/** A role that comes with the program; what it may is said by each module for itself. */
interface PresetRole {
  code: string;
  name: string;
  description: string;
  /** Only in the tenant that operates the install. */
  operator?: boolean;
}

export const TENANT_ADMIN = 'TADM';
export const PLATFORM_ADMIN = 'PADM';

/**
 * Roles that keep all their rights, and whose holders can never all be gone: what they may is given by
 * nobody else, so that nobody could give it back.
 */
export const LASTING_ROLES: readonly string[] = [TENANT_ADMIN, PLATFORM_ADMIN];

/** Maker and checker are kept apart by guards. */
export const PRESET_ROLES: readonly PresetRole[] = [
  { code: TENANT_ADMIN, name: '租户管理员', description: '本租户的全部权限' },
  {
    code: PLATFORM_ADMIN,
    name: '平台运营',
    description: '平台管理：租户、菜单、字典、监控与充值审核',
    operator: true,
  },
  { code: 'OPS', name: '运营', description: '订单、刊登、价格与促销' },
  { code: 'CS', name: '客服', description: '手工单、挂起、备注、退货与补件' },
  { code: 'WH', name: '仓库', description: '打包、面单、发货、验收与库存调整' },
  { code: 'BUY', name: '采购', description: '采购单、供应商与到货' },
  { code: 'FIN', name: '财务', description: '发票、收付款、对账与充值申请' },
  { code: 'FINR', name: '财务复核', description: '复核、冲销与审批，不经办' },
  { code: 'LEAD', name: '部门负责人', description: '自己负责的部门：成员与部门角色' },
  { code: 'AUD', name: '只读审计', description: '全部业务只读，含成本与利润' },
];

/** Who works here looks colleagues up; their numbers are given by the administrator. */
const ADDRESSES = 'system:address:list';

/**
 * What shows who is in and how one gets in, which looking at everything leaves out: the texts of messages
 * (codes, links, passwords that somebody wrote), how codes of invitations end, which sessions run
 * from where, and the exports of others, which hold what those may see.
 */
export const DOORS: readonly string[] = [
  'system:message:*',
  'system:invitation:*',
  'system:online:*',
  'system:fileJob:*',
];

/** What the roles may of identity, of masks, and of all modules alike. */
export const systemGrants: Readonly<Record<string, Grants>> = {
  [TENANT_ADMIN]: { may: ['*'], except: PLATFORM_PATTERNS },
  [PLATFORM_ADMIN]: {
    may: [
      ...PLATFORM_PATTERNS,
      'system:dict:*',
      'system:dictItem:*',
      // Menus stand on the page where tenants have their data rules.
      'system:dataRule:list',
    ],
  },
  OPS: { may: ['field:*', ADDRESSES] },
  CS: { may: ['field:pii:view', ADDRESSES] },
  WH: { may: [ADDRESSES] },
  BUY: { may: ['field:cost:view', ADDRESSES] },
  FIN: { may: ['field:cost:view', 'field:profit:view', ADDRESSES] },
  FINR: { may: ['field:cost:view', 'field:profit:view', ADDRESSES] },
  // What it opens is bounded by the departments that its holder leads.
  LEAD: { may: ['system:myDepart:*', 'system:departRole:*'] },
  AUD: {
    may: [...reading('*'), 'field:cost:view', 'field:profit:view'],
    except: [...PLATFORM_PATTERNS, ...DOORS],
  },
};

/**
 * Says of a code whether a preset role has it by default. What a module takes out is out, whoever gives it:
 * rights that not even the administrator of a tenant has are said where they are declared.
 */
export function grantedByDefault(grants: RoleGrants, role: string): (code: string) => boolean {
  const own = grants[role] ?? [];
  const isGiven = anyCovers(own.flatMap(({ may }) => may));
  const isTaken = anyCovers(own.flatMap(({ except = [] }) => except));
  return (code) => isGiven(code) && !isTaken(code);
}
