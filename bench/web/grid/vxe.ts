import { createApp, defineComponent, h, onMounted, ref } from 'vue';
import { VxeColumn, VxeTable, type EditRule, type Table } from 'vxe-table/es/index.esm.js';
import 'vxe-table/lib/style.css';
import { COLUMNS, makeGoods, type GoodsColumn, type GoodsRow } from './goods.ts';

// The grid of comparison, set up as its documentation has it for many rows: both ways virtual,
// click to edit, every mark shown, native inputs as editors, sums in the footer.

const rows = makeGoods();
/** How often a code stands in the column, counted before each judging. */
let codes = new Map<unknown, number>();

const rulesOf = (column: GoodsColumn): EditRule[] =>
  column.rules.map((rule) => {
    if (rule === 'required') return { required: true, message: `请输入${column.title}` };
    if (rule === 'mobile') return { pattern: /^1[3-9]\d{9}$/, message: '请输入正确手机号' };
    if (rule === 'email') return { pattern: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/, message: '邮箱格式不正确' };
    if (rule === 'integer') return { pattern: /^-?\d+$/, message: '请输入整数' };
    if (rule === 'money') return { pattern: /^(0|[1-9]\d*)(\.\d{1,2})?$/, message: '请输入金额' };
    return {
      validator: ({ cellValue }) => ((codes.get(cellValue) ?? 0) > 1 ? new Error('编码重复') : undefined),
    };
  });

const editRules = Object.fromEntries(
  COLUMNS.filter(({ rules }) => rules.length > 0).map((one) => [one.key, rulesOf(one)]),
);

const sum = (data: readonly GoodsRow[], key: string): string =>
  (data.reduce((total, row) => total + Math.round(Number(row[key]) * 100), 0) / 100).toFixed(2);

const Page = defineComponent(() => {
  const table = ref<Table<GoodsRow>>();
  onMounted(() => {
    void table.value?.loadData(rows);
    globalThis.benched = {
      body: () => document.querySelector<HTMLElement>('.vxe-table--body-inner-wrapper') as HTMLElement,
      add: () => void table.value?.insert({ id: `new-${performance.now()}`, code: '新增' }),
      validate: async () => {
        const { fullData } = table.value?.getTableData() ?? { fullData: [] };
        codes = new Map();
        for (const { code } of fullData) codes.set(code, (codes.get(code) ?? 0) + 1);
        const faults = await table.value?.fullValidate(true);
        return Object.values(faults ?? {}).reduce((n, one) => n + one.length, 0);
      },
      cell: (row, key) => {
        const at = COLUMNS.findIndex((column) => column.key === key);
        const lines = document.querySelectorAll('.vxe-body--row');
        return lines[row]?.querySelectorAll<HTMLElement>('.vxe-body--column')[at] ?? null;
      },
    };
  });
  return () =>
    h(
      VxeTable,
      {
        ref: table,
        height: 700,
        border: true,
        showFooter: true,
        showOverflow: 'title',
        cellConfig: { height: 40 },
        rowConfig: { keyField: 'id' },
        virtualXConfig: { enabled: true, gt: 0 },
        virtualYConfig: { enabled: true, gt: 0 },
        editConfig: { trigger: 'click', mode: 'cell' },
        validConfig: { msgMode: 'full', autoPos: false },
        editRules,
        footerMethod: ({ columns, data }: { columns: { field: string }[]; data: GoodsRow[] }) => [
          columns.map(({ field }, at) => {
            if (at === 0) return '合计';
            const one = COLUMNS.find(({ key }) => key === field);
            return one?.isSummed ? sum(data, one.key) : '';
          }),
        ],
      },
      () =>
        COLUMNS.map(({ key, title, width }) =>
          h(VxeColumn, { key, field: key, title, width, editRender: { name: 'input' } }),
        ),
    );
});

createApp(Page).mount('#root');
