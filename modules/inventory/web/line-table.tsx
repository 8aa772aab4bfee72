import { Button, Input, Modal } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import {
  LineGrid,
  say,
  useGuardedClose,
  usePermission,
  type GridRow,
  type LineGridHandle,
  type RestoredLines,
} from '#kit/web/index.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { pastedSkus } from '#modules/catalog/model/pasted-skus.ts';
import { stockAdjustment } from '../model/stock.ts';
import { adjustmentColumns, sheetTexts } from './adjustment-lines.ts';
import { ImportLines } from './import-lines.tsx';
import './inventory.css';

/** The lines of a draft to be typed, pasted from a spreadsheet or read from a sheet. */
export function LineTable({
  rows,
  restored,
  handle,
  disabled,
  onDirty,
}: {
  /** As they are stored. */
  rows: readonly GridRow[];
  restored: RestoredLines | null;
  handle: RefObject<LineGridHandle | null>;
  disabled: boolean;
  onDirty: (isDirty: boolean) => void;
}): ReactNode {
  const maySeeCost = usePermission('field:cost:view');
  const [isPasting, setPasting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const append = (texts: readonly Record<string, string>[]): void =>
    handle.current?.addTexts(texts);
  return (
    <section className="iv-lines">
      <h3>明细</h3>
      <div className="iv-lines-grid">
        <LineGrid
          title="调整明细"
          columns={adjustmentColumns(maySeeCost)}
          rows={rows}
          restored={restored}
          disabled={disabled}
          storageKey="lines:inventory:stockAdjustmentLine"
          sharedAs={resourceKey(stockAdjustment)}
          handle={handle}
          hint={`可直接粘贴 Excel 中的 SKU、数量${maySeeCost ? '、单位成本' : ''} 列；减少库存填负数`}
          suffix={
            <>
              <Button onClick={() => setImporting(true)}>导入表格</Button>
              <Button onClick={() => setPasting(true)}>从Excel粘贴</Button>
            </>
          }
          onDirty={onDirty}
        />
      </div>
      {isImporting && (
        <ImportLines
          onLines={(lines) => append(sheetTexts(lines))}
          onClose={() => setImporting(false)}
        />
      )}
      {isPasting && (
        <PasteDialog
          columns={maySeeCost ? 'SKU、数量、单位成本 三列' : 'SKU、数量 两列'}
          example={`WB-OUT-PLNT-S3\t120${maySeeCost ? '\t18.50' : ''}`}
          onPaste={append}
          onClose={() => setPasting(false)}
        />
      )}
    </section>
  );
}

/** For whoever has no key to paste with. */
function PasteDialog({
  columns,
  example,
  onPaste,
  onClose,
}: {
  /** What may be copied, by those who may see it. */
  columns: string;
  example: string;
  onPaste: (texts: readonly Record<string, string>[]) => void;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const { setDirty, close } = useGuardedClose(onClose);
  const paste = (): void => {
    const lines = pastedSkus(text);
    if (lines.length === 0) return say.warn(`没有可用的行：请复制 ${columns}`);
    onPaste(lines.map(({ skuCode, qty, price }) => ({ skuId: skuCode, qty, unitCost: price })));
    onClose();
  };
  return (
    <Modal
      open
      title="从Excel粘贴明细"
      okText="加入明细"
      cancelText="取消"
      okButtonProps={{ disabled: text.trim() === '' }}
      mask={{ closable: false }}
      onCancel={close}
      onOk={paste}
    >
      <p>在表格中复制 {columns}（标题行可有可无），粘贴到下面。</p>
      <Input.TextArea
        autoFocus
        aria-label="粘贴的明细"
        rows={10}
        value={text}
        placeholder={example}
        onChange={({ target }) => {
          setText(target.value);
          setDirty(target.value.trim() !== '');
        }}
      />
    </Modal>
  );
}
