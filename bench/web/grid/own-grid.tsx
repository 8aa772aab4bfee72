import { useEffect, useRef, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { date, integer, price, text, type Field } from '#kit/model/field.ts';
import type { CellRule } from '#kit/model/grid-rules.ts';
import { Grid } from '#ui/grid/grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { GridHandle } from '#ui/grid/grid-props.ts';
import { COLUMNS, makeGoods, type GoodsColumn, type Rule } from './goods.ts';

const FIELDS: Readonly<Record<GoodsColumn['kind'], (title: string) => Field>> = {
  text: (title) => text(title),
  integer: (title) => integer(title),
  price: (title) => price(title),
  date: (title) => date(title),
};

const RULES: Readonly<Record<Rule, CellRule>> = {
  required: { required: true },
  mobile: { pattern: 'm' },
  email: { pattern: 'e' },
  integer: { pattern: 'z' },
  money: { pattern: 'money' },
  unique: { unique: true },
};

const columns: readonly GridColumn[] = COLUMNS.map(({ key, title, kind, width, rules, isSummed }) => ({
  key,
  field: FIELDS[kind](title),
  width,
  rules: rules.map((rule) => RULES[rule]),
  ...(isSummed ? { statistics: ['sum'] as const } : {}),
}));

/** Puts our grid into the page, alone as the other one is, and hands it to the driver. */
export function showOwnGrid({
  alwaysEdit,
  around = (page) => page,
}: {
  alwaysEdit: boolean;
  around?: (page: ReactNode) => ReactNode;
}): void {
  const rows = makeGoods();
  function Page(): ReactNode {
    const handle = useRef<GridHandle>(null);
    useEffect(() => {
      globalThis.benched = {
        body: () => document.querySelector<HTMLElement>('.wb-grid-scroller') as HTMLElement,
        add: () => void handle.current?.addRows([{ code: '新增' }], 1),
        validate: async () => (await handle.current?.validateTable(false))?.length ?? 0,
        paste: async (text) => {
          const first = globalThis.benched?.cell(0, 'code');
          for (const type of ['mousedown', 'mouseup'])
            first?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          document.activeElement?.dispatchEvent(
            new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
          );
        },
        wrong: () => parseInt(document.querySelector('.wb-grid-faults')?.textContent ?? '0', 10),
        cell: (row, key) =>
          document.querySelector<HTMLElement>(
            `[aria-rowindex="${row + 2}"] [aria-colindex="${COLUMNS.findIndex((one) => one.key === key) + 1}"]`,
          ),
      };
    }, []);
    return <Grid title="货品" columns={columns} rows={rows} height={590} alwaysEdit={alwaysEdit} handle={handle} />;
  }
  const root = document.getElementById('root');
  if (root) createRoot(root).render(around(<Page />));
}
