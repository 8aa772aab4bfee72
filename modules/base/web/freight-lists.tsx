import type { ReactNode } from 'react';
import { ListPage, ResourceForm, usePage, usePermission } from '#kit/web/index.ts';
import { freightTable, freightVersion } from '../model/freight-table.ts';
import { CurrencyInput } from './currency-input.tsx';
import { RatesInput, SurchargesInput, ZonesInput } from './freight-inputs.tsx';
import { useStatusAction } from './status-action.ts';

const TABLE_INPUTS = { currency: CurrencyInput };
const VERSION_INPUTS = { rates: RatesInput, zones: ZonesInput, surcharges: SurchargesInput };

/** 运费价表; what is asked when stands in its versions. */
export function FreightTableList(): ReactNode {
  const page = usePage();
  const status = useStatusAction(freightTable, '选用它的物流渠道在运费试算里没有价格。');
  const mayVersions = usePermission('base:freightVersion:list');
  return (
    <ListPage
      of={freightTable}
      form={TableForm}
      rowActions={(row) => [
        ...(mayVersions
          ? [
              {
                key: 'versions',
                title: '价表版本',
                onClick: () => page.open(`/base/freight-version?tableId=${row.id}`),
              },
            ]
          : []),
        ...status(row),
      ]}
    />
  );
}

const TableForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={freightTable} inputs={TABLE_INPUTS} {...props} />
);

/** 价表版本: prices by weight and zone between two days. */
export const FreightVersionList = (): ReactNode => <ListPage of={freightVersion} form={VersionForm} />;

const VersionForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={freightVersion} inputs={VERSION_INPUTS} {...props} />
);
