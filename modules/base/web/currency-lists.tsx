import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  ListPage,
  ResourceForm,
  shortRate,
  usePage,
  usePermission,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { currency, exchangeRate } from '../model/currency.ts';
import { CurrencyInput } from './currency-input.tsx';
import { useStatusAction } from './status-action.ts';
import './base.css';

/** A currency with what it is worth in the base currency today. */
type CurrencyRow = WireRow<typeof currency> & {
  latestRate?: string;
  latestRateDay?: string;
  baseCode?: string;
};

const COLUMNS: readonly ColumnSpec<CurrencyRow>[] = [
  'code',
  'name',
  'symbol',
  'exponent',
  'isBase',
  {
    key: 'latestRate',
    title: '最新汇率',
    width: 200,
    render: (row) => <LatestRate {...row} />,
    text: ({ latestRate = '' }) => latestRate,
  },
  'status',
];

/** 币种, each with its latest rate. */
export function CurrencyList(): ReactNode {
  const page = usePage();
  const status = useStatusAction(currency, '新的单据不能再选它，已有的不变。');
  const mayRates = usePermission('base:exchangeRate:list');
  const rates = (row: CurrencyRow): RowAction => ({
    key: 'rates',
    title: '汇率维护',
    onClick: () => page.open(`/base/exchange-rate?fromCode=${row.code}`),
  });
  return (
    <ListPage<typeof currency, CurrencyRow>
      of={currency}
      columns={COLUMNS}
      rowActions={(row) => (row.isBase ? [] : [...(mayRates ? [rates(row)] : []), ...status(row)])}
    />
  );
}

function LatestRate({ isBase, latestRate, latestRateDay, baseCode }: CurrencyRow): ReactNode {
  if (isBase) return '—';
  if (latestRate === undefined) return <span className="ba-missing">缺少汇率</span>;
  return (
    <span title={`自 ${latestRateDay} 起`}>
      {shortRate(latestRate)} {baseCode}
    </span>
  );
}

const INPUTS = { fromCode: CurrencyInput, toCode: CurrencyInput };

/** 汇率 */
export const ExchangeRateList = (): ReactNode => (
  <ListPage of={exchangeRate} form={RateForm} inPlace={['rate', 'effectiveDate']} />
);

function RateForm(props: { id?: string | undefined; onClose: () => void }): ReactNode {
  return <ResourceForm of={exchangeRate} inputs={INPUTS} {...props} />;
}
