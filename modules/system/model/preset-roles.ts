import { covers, PLATFORM_PATTERNS } from './permission-code.ts';

/** A role that comes with the program: what it may, as patterns over permission codes. */
export interface PresetRole {
  code: string;
  name: string;
  description: string;
  grants: readonly string[];
  except?: readonly string[];
  /** Only in the tenant that operates the install. */
  operator?: boolean;
}

/** Holders of this role can never all be gone from a tenant. */
export const TENANT_ADMIN = 'TADM';
export const PLATFORM_ADMIN = 'PADM';

const READ = ['list', 'export'];
const read = (...modules: string[]): string[] =>
  modules.flatMap((module) => READ.map((verb) => `${module}:*:${verb}`));
const verbs = (module: string, ...names: string[]): string[] =>
  names.map((name) => `${module}:*:${name}`);

/** Crediting a wallet is the operator's decision, never the tenant's own. */
const RECHARGE_REVIEW = ['recharge', 'rechargeOrder'].flatMap((resource) =>
  ['approve', 'reject', 'reverse'].map((verb) => `finance:${resource}:${verb}`),
);
/** Dead deliveries are for those who answer for the channel. */
const DEAD_LETTERS = ['desk:delivery:retry', 'desk:delivery:abandon'];

/** Who may, by default: the table of the trade (maker and checker are kept apart by guards). */
export const PRESET_ROLES: readonly PresetRole[] = [
  {
    code: TENANT_ADMIN,
    name: '租户管理员',
    description: '本租户的全部权限',
    grants: ['*'],
    except: [...PLATFORM_PATTERNS, ...RECHARGE_REVIEW],
  },
  {
    code: PLATFORM_ADMIN,
    name: '平台运营',
    description: '平台管理：租户、菜单、字典、监控与充值审核',
    grants: [
      ...PLATFORM_PATTERNS,
      ...RECHARGE_REVIEW,
      ...['recharge', 'rechargeOrder'].map((resource) => `finance:${resource}:list`),
    ],
    operator: true,
  },
  {
    code: 'OPS',
    name: '运营',
    description: '订单、刊登、价格与促销',
    grants: [
      'desk:*',
      'catalog:*',
      'orders:*',
      'channels:*',
      'market:*',
      'automation:*',
      ...read('base', 'inventory', 'fulfilment', 'aftersales', 'purchasing', 'finance'),
      ...verbs('aftersales', 'add', 'edit', 'approve', 'reject', 'confirm', 'cancel', 'remark'),
      'field:*',
    ],
    except: [
      ...verbs('orders', 'acceptPrice'),
      ...verbs('channels', 'approve', 'override', 'overrideGuard'),
    ],
  },
  {
    code: 'CS',
    name: '客服',
    description: '手工单、挂起、备注、退货与补件',
    grants: [
      'desk:*',
      ...read('base', 'catalog', 'orders', 'inventory', 'fulfilment', 'aftersales'),
      ...verbs('orders', 'hold', 'release', 'remark', 'correctAddress'),
      ...verbs('orders', 'add', 'edit', 'submit', 'discard'),
      ...verbs('aftersales', 'add', 'edit', 'approve', 'reject', 'confirm', 'cancel', 'remark'),
      'channels:cancellationRequest:list',
      'field:pii:view',
    ],
    except: DEAD_LETTERS,
  },
  {
    code: 'WH',
    name: '仓库',
    description: '打包、面单、发货、验收与库存调整',
    grants: [
      'desk:*',
      'fulfilment:*',
      'orders:salesOrder:start',
      ...read('base', 'catalog', 'orders', 'inventory', 'aftersales', 'purchasing'),
      ...verbs(
        'inventory',
        'add',
        'edit',
        'import',
        'submit',
        'cancel',
        'count',
        'send',
        'receive',
      ),
      ...verbs('aftersales', 'inspect', 'receive', 'ship', 'restock'),
      ...verbs('purchasing', 'receive', 'putaway'),
    ],
    except: [...verbs('fulfilment', 'unship'), ...DEAD_LETTERS],
  },
  {
    code: 'BUY',
    name: '采购',
    description: '采购单、供应商与到货',
    grants: [
      'desk:*',
      'purchasing:*',
      ...read('base', 'catalog', 'inventory', 'orders'),
      ...['add', 'edit', 'import'].map((verb) => `base:supplier:${verb}`),
      'field:cost:view',
    ],
    except: DEAD_LETTERS,
  },
  {
    code: 'FIN',
    name: '财务',
    description: '发票、收付款、对账与充值申请',
    grants: [
      'desk:*',
      'finance:*',
      ...read('base', 'catalog', 'orders', 'inventory', 'fulfilment', 'aftersales', 'purchasing'),
      ...verbs('orders', 'acceptPrice'),
      ...verbs('aftersales', 'credit'),
      ...read('channels'),
      ...verbs('channels', 'approve'),
      'field:cost:view',
      'field:profit:view',
    ],
    except: [...verbs('finance', 'reverse'), ...RECHARGE_REVIEW, ...DEAD_LETTERS],
  },
  {
    code: 'FINR',
    name: '财务复核',
    description: '复核、冲销与审批，不经办',
    grants: [
      'desk:*',
      ...read('base', 'catalog', 'orders', 'inventory', 'fulfilment', 'aftersales', 'purchasing'),
      ...read('finance', 'channels'),
      ...verbs('finance', 'reverse', 'approve', 'confirm'),
      ...verbs('inventory', 'approve', 'reject'),
      ...verbs('orders', 'acceptPrice'),
      ...verbs('aftersales', 'credit'),
      ...verbs('channels', 'approve'),
      'field:cost:view',
      'field:profit:view',
    ],
    except: [...RECHARGE_REVIEW, ...DEAD_LETTERS],
  },
  {
    code: 'AUD',
    name: '只读审计',
    description: '全部业务只读，含成本与利润',
    grants: [...READ.map((verb) => `*:*:${verb}`), 'field:cost:view', 'field:profit:view'],
    except: PLATFORM_PATTERNS,
  },
];

/** Whether a preset role has a code by default. */
export const grantsByDefault = (role: PresetRole, code: string): boolean =>
  role.grants.some((pattern) => covers(pattern, code)) &&
  !(role.except ?? []).some((pattern) => covers(pattern, code));
