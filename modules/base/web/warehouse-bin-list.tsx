import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetched,
  ListPage,
  openFrom,
  toast,
  toastError,
  toastMissing,
  usePermission,
  type ListHandle,
} from '#kit/web/index.ts';
import type { WireRow } from '#kit/model/row.ts';
import { MOST_BIN_LABELS, printBinsRoute } from '../model/bin-routes.ts';
import { warehouseBin } from '../model/warehouse-bin.ts';
import type { GenerateBinsProps } from './generate-bins.tsx';

const GenerateBins = fetched<GenerateBinsProps>(() =>
  import('./generate-bins.tsx').then((module) => module.GenerateBins),
);

type Bin = WireRow<typeof warehouseBin>;

/** 库位: made by pattern, printed as labels for the shelf. */
export function WarehouseBinList(): ReactNode {
  const mayAdd = usePermission('base:warehouseBin:add');
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ListPage<typeof warehouseBin, Bin>
        of={warehouseBin}
        toolbar={() => mayAdd && <Button onClick={() => setMaking(true)}>批量生成</Button>}
        rowActions={(row) => [{ key: 'print', title: '打印标签', onClick: () => void print([row.id]) }]}
        chosen={(list) => <Button onClick={() => printChosen(list)}>打印标签</Button>}
      />
      {isMaking && <GenerateBins onClose={() => setMaking(false)} />}
    </>
  );
}

const print = (ids: readonly string[]): Promise<void> =>
  openFrom(printBinsRoute, { body: { ids } }).then(toastMissing).catch(toastError);

function printChosen({ selection }: ListHandle<Bin>): void {
  if (selection.mode === 'all' || selection.rows.length > MOST_BIN_LABELS)
    toast.warn(`一次最多打印 ${MOST_BIN_LABELS} 个库位的标签，请勾选要打印的行`);
  else void print(selection.rows.map(({ id }) => id));
}
