import { TableOutlined } from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/react';
import { Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { ToolButton } from './toolbar.tsx';

interface TableStep {
  key: string;
  label: string;
  /** Needs the caret in a table, or outside of one. */
  within: boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const STEPS: readonly TableStep[] = [
  {
    key: 'insert',
    label: '插入表格（3 行 3 列）',
    within: false,
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { key: 'above', label: '在上方插入行', within: true, run: (chain) => chain.addRowBefore() },
  { key: 'below', label: '在下方插入行', within: true, run: (chain) => chain.addRowAfter() },
  { key: 'left', label: '在左侧插入列', within: true, run: (chain) => chain.addColumnBefore() },
  { key: 'right', label: '在右侧插入列', within: true, run: (chain) => chain.addColumnAfter() },
  { key: 'merge', label: '合并或拆分单元格', within: true, run: (chain) => chain.mergeOrSplit() },
  { key: 'head', label: '切换表头行', within: true, run: (chain) => chain.toggleHeaderRow() },
  { key: 'row', label: '删除行', within: true, run: (chain) => chain.deleteRow() },
  { key: 'column', label: '删除列', within: true, run: (chain) => chain.deleteColumn() },
  { key: 'table', label: '删除表格', within: true, run: (chain) => chain.deleteTable() },
];

/** Tables: a new one, and the rows, columns and cells of the one that holds the caret. */
export function TableTool({ editor, isInTable }: { editor: Editor; isInTable: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['click']}
      autoFocus
      menu={{
        items: STEPS.map(({ key, label, within }) => ({
          key,
          label,
          disabled: within !== isInTable,
        })),
        onClick: ({ key }) => {
          setOpen(false);
          // Behind what is selected, never in its place.
          const chain = editor.chain().focus();
          if (!isInTable) chain.setTextSelection(editor.state.selection.to);
          STEPS.find((step) => step.key === key)
            ?.run(chain)
            .run();
        },
      }}
    >
      <ToolButton
        label="表格"
        icon={<TableOutlined aria-hidden />}
        isOn={isInTable}
        isOpen={isOpen}
        onUse={() => setOpen(!isOpen)}
      />
    </Dropdown>
  );
}
