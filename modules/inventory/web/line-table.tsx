import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Modal, Select, Space, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { cellOf, say, tell, usePermission } from '#kit/web/index.ts';
import { stockAdjustmentLine, stockCondition } from '../model/stock.ts';
import { blankLine, isBlankLine, linesOf, type DraftLine } from './adjustment-lines.ts';
import { ImportLines } from './import-lines.tsx';
import { readPastedLines } from './pasted-lines.ts';
import './inventory.css';

const SKU = stockAdjustmentLine.fields.skuId;
const CONDITIONS = Object.entries(stockCondition.items).map(([value, label]) => ({ value, label }));
const PAGE = 20;

/** The lines of a draft as a table to type into; rows copied from a sheet can be pasted anywhere. */
export function LineTable({
  lines,
  faults,
  onChange,
}: {
  lines: readonly DraftLine[];
  /** Words by the key of a line. */
  faults: ReadonlyMap<string, string>;
  onChange: (lines: readonly DraftLine[]) => void;
}): ReactNode {
  const maySeeCost = usePermission('field:cost:view');
  const [isPasting, setPasting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [current, setCurrent] = useState(1);
  const { Edit } = cellOf('link');
  const set = (key: string, patch: Partial<DraftLine>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...patch } : line)));
  const append = (more: readonly DraftLine[]): void => {
    const next = [...lines.filter((line) => !isBlankLine(line)), ...more];
    onChange(next);
    setCurrent(Math.ceil(next.length / PAGE));
  };
  const paste = async (text: string): Promise<boolean> => {
    const pasted = readPastedLines(text);
    if (pasted.length === 0) {
      say.warn('没有可用的行：请复制 SKU、数量、单位成本 三列');
      return false;
    }
    try {
      append(await linesOf(pasted));
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  };
  const total = lines.reduce((sum, line) => sum + (Number(line.qty) || 0), 0);
  return (
    <section
      className="iv-lines"
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (isPasting || !/[\t\n]/.test(text.trim())) return;
        event.preventDefault();
        void paste(text);
      }}
    >
      <div className="iv-lines-head">
        <h3>明细</h3>
        <Space wrap>
          <Button onClick={() => setImporting(true)}>导入表格</Button>
          <Button onClick={() => setPasting(true)}>从Excel粘贴</Button>
          <Button onClick={() => append([blankLine()])}>添加一行</Button>
        </Space>
      </div>
      <Table<DraftLine>
        size="small"
        rowKey="key"
        dataSource={[...lines]}
        scroll={{ x: maySeeCost ? 720 : 600 }}
        pagination={
          lines.length > PAGE
            ? {
                current,
                pageSize: PAGE,
                size: 'small',
                showSizeChanger: false,
                onChange: setCurrent,
              }
            : false
        }
        columns={[
          {
            key: 'no',
            title: '行',
            width: 44,
            render: (_, line) => lines.indexOf(line) + 1,
          },
          {
            key: 'sku',
            title: 'SKU',
            render: (_, line) => (
              <div className="iv-line-sku">
                <Edit
                  field={SKU}
                  name="skuId"
                  value={line.skuId}
                  onChange={(value) => set(line.key, chosen(value))}
                />
                {(faults.get(line.key) ?? unknown(line)) && (
                  <div className="iv-line-fault" role="alert">
                    {faults.get(line.key) ?? unknown(line)}
                  </div>
                )}
              </div>
            ),
          },
          {
            key: 'condition',
            title: '品质',
            width: 104,
            render: (_, line) => (
              <Select
                aria-label="品质"
                value={line.condition}
                options={CONDITIONS}
                onChange={(condition) => set(line.key, { condition })}
              />
            ),
          },
          {
            key: 'qty',
            title: '数量',
            width: 110,
            render: (_, line) => (
              <Input
                aria-label="数量"
                inputMode="numeric"
                placeholder="减少填负数"
                value={line.qty}
                onChange={({ target }) => set(line.key, { qty: target.value.trim() })}
              />
            ),
          },
          ...(maySeeCost
            ? [
                {
                  key: 'unitCost',
                  title: '单位成本',
                  width: 120,
                  render: (_: unknown, line: DraftLine) => (
                    <Input
                      aria-label="单位成本"
                      inputMode="decimal"
                      value={line.unitCost}
                      onChange={({ target }) => set(line.key, { unitCost: target.value.trim() })}
                    />
                  ),
                },
              ]
            : []),
          {
            key: 'remove',
            title: '',
            width: 44,
            render: (_, line) => (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label="删除该行"
                onClick={() => {
                  const left = lines.filter((one) => one !== line);
                  onChange(left.length > 0 ? left : [blankLine()]);
                }}
              />
            ),
          },
        ]}
      />
      <p className="iv-lines-sum">
        共 {lines.filter((line) => !isBlankLine(line)).length} 行，合计数量 {total}
      </p>
      {isImporting && <ImportLines onLines={append} onClose={() => setImporting(false)} />}
      {isPasting && <PasteDialog onPaste={paste} onClose={() => setPasting(false)} />}
    </section>
  );
}

const unknown = ({ unknownCode }: DraftLine): string | null =>
  unknownCode ? `没有SKU ${unknownCode}，请重新选择` : null;

/** `unknownCode` goes once a SKU was chosen. */
const chosen = (value: unknown): Partial<DraftLine> => ({
  skuId: typeof value === 'string' ? value : null,
  unknownCode: '',
});

function PasteDialog({
  onPaste,
  onClose,
}: {
  onPaste: (text: string) => Promise<boolean>;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      open
      title="从Excel粘贴明细"
      okText="加入明细"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: text.trim() === '' }}
      onCancel={onClose}
      onOk={() => {
        setBusy(true);
        void onPaste(text).then((isDone) => {
          setBusy(false);
          if (isDone) onClose();
        });
      }}
    >
      <p>在表格中复制 SKU、数量、单位成本 三列（标题行可有可无），粘贴到下面。</p>
      <Input.TextArea
        autoFocus
        aria-label="粘贴的明细"
        rows={10}
        value={text}
        placeholder={'WB-OUT-PLNT-S3\t120\t18.50'}
        onChange={({ target }) => setText(target.value)}
      />
    </Modal>
  );
}
