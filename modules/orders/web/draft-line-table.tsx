import { Button, Input, Modal } from 'antd';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import {
  grouped,
  LineGrid,
  say,
  useGuardedClose,
  type GridColumn,
  type GridRow,
  type LineGridHandle,
  type RestoredLines,
} from '#kit/web/index.ts';
import { pastedSkus } from '#modules/catalog/model/pasted-skus.ts';
import { DRAFT_COLUMNS, totalOf } from './draft-lines.ts';

/** The lines of a manual order to be typed or pasted from a spreadsheet, with what they come to. */
export function DraftLineTable({
  rows,
  restored,
  handle,
  onHandle,
  currency,
  onDirty,
}: {
  /** As they are stored. */
  rows: readonly GridRow[];
  restored: RestoredLines | null;
  handle: LineGridHandle | null;
  onHandle: (handle: LineGridHandle | null) => void;
  currency: string;
  onDirty: (isDirty: boolean) => void;
}): ReactNode {
  const [isPasting, setPasting] = useState(false);
  const columns = useColumnsIn(currency);
  return (
    <section className="or-draft-part">
      <h2>商品</h2>
      <div className="or-draft-grid">
        <LineGrid
          title="商品明细"
          columns={columns}
          rows={rows}
          restored={restored}
          storageKey="lines:orders:orderLine"
          handle={onHandle}
          hint="可直接粘贴 Excel 中的 SKU、数量、单价 列"
          suffix={<Button onClick={() => setPasting(true)}>从Excel粘贴</Button>}
          onDirty={onDirty}
        />
      </div>
      <Total handle={handle} currency={currency} />
      {isPasting && (
        <PasteDialog
          onPaste={(texts) => handle?.addTexts(texts)}
          onClose={() => setPasting(false)}
        />
      )}
    </section>
  );
}

/** The columns with prices in the currency of the order, which may change while they stand. */
function useColumnsIn(currency: string): readonly GridColumn[] {
  const now = useRef(currency);
  useEffect(() => {
    now.current = currency;
  }, [currency]);
  return useMemo(
    () =>
      DRAFT_COLUMNS.map((column) =>
        column.key === 'unitPrice' ? { ...column, currency: () => now.current } : column,
      ),
    [],
  );
}

const hearNothing = (): (() => void) => () => undefined;

/** 合计, as the server will reckon it. */
function Total({
  handle,
  currency,
}: {
  handle: LineGridHandle | null;
  currency: string;
}): ReactNode {
  const grid = handle?.grid;
  const text = useSyncExternalStore(grid?.subscribe ?? hearNothing, () => {
    const { units, amount } = totalOf(grid?.getRows() ?? [], currency);
    return `${grouped(units)} 件，${grouped(amount)} ${currency}`;
  });
  return (
    <p className="or-draft-total">
      合计 <output aria-label="合计">{text}</output>
    </p>
  );
}

/** For whoever has no key to paste with. */
function PasteDialog({
  onPaste,
  onClose,
}: {
  onPaste: (texts: readonly Record<string, string>[]) => void;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const { setDirty, close } = useGuardedClose(onClose);
  const paste = (): void => {
    const lines = pastedSkus(text);
    if (lines.length === 0) return say.warn('没有可用的行：请复制 SKU、数量、单价 三列');
    onPaste(lines.map(({ skuCode, qty, price }) => ({ skuId: skuCode, qty, unitPrice: price })));
    onClose();
  };
  return (
    <Modal
      open
      title="从Excel粘贴商品"
      okText="加入商品"
      cancelText="取消"
      okButtonProps={{ disabled: text.trim() === '' }}
      mask={{ closable: false }}
      onCancel={close}
      onOk={paste}
    >
      <p>在表格中复制 SKU、数量、单价 三列（标题行可有可无），粘贴到下面。</p>
      <Input.TextArea
        autoFocus
        aria-label="粘贴的商品"
        rows={10}
        value={text}
        placeholder={'WB-OUT-PLNT-S3\t2\t18.50'}
        onChange={({ target }) => {
          setText(target.value);
          setDirty(target.value.trim() !== '');
        }}
      />
    </Modal>
  );
}
