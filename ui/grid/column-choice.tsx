import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { movedBeside, neighbour } from './column-order.ts';
import { isRequired, titleOf, type GridColumn } from './grid-column.ts';

export interface ColumnChoiceProps {
  /** In the order in which they stand. */
  columns: readonly GridColumn[];
  /** Key of the one that always stays. */
  first: string;
  hidden: readonly string[];
  onHidden: (keys: readonly string[]) => void;
  isReordered: boolean;
  onOrder: (keys: readonly string[]) => void;
}

/**
 * 列设置: which columns to show, and in which order; the first one declared always stays, and what
 * must be filled in. Frozen columns change places among themselves.
 */
export function ColumnChoice(props: ColumnChoiceProps): ReactNode {
  const { columns, first, hidden, isReordered, onHidden, onOrder } = props;
  return (
    <>
      <ul className="wb-grid-columns">
        {columns.map((column) => (
          <li key={column.key}>
            <Checkbox
              checked={!hidden.includes(column.key)}
              disabled={column.key === first || isRequired(column)}
              onChange={({ target }) =>
                onHidden(target.checked ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])
              }
            >
              {titleOf(column)}
            </Checkbox>
            <StepButton {...props} column={column} step={-1} />
            <StepButton {...props} column={column} step={1} />
          </li>
        ))}
      </ul>
      <Button size="small" disabled={hidden.length === 0} onClick={() => onHidden([])}>
        全部显示
      </Button>{' '}
      <Button size="small" disabled={!isReordered} onClick={() => onOrder([])}>
        恢复列序
      </Button>
    </>
  );
}

function StepButton({
  columns,
  column,
  step,
  onOrder,
}: ColumnChoiceProps & { column: GridColumn; step: 1 | -1 }): ReactNode {
  const beside = neighbour(columns, column.key, step);
  const name = `${step < 0 ? '上移' : '下移'}${titleOf(column)}`;
  return (
    <Button
      type="text"
      size="small"
      icon={step < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      aria-label={name}
      title={name}
      // It keeps the keyboard where it has nothing left to do.
      aria-disabled={!beside}
      onClick={() => {
        const keys = columns.map(({ key }) => key);
        if (!beside) return;
        onOrder(movedBeside(keys, column.key, beside.key, step < 0 ? 'before' : 'behind'));
      }}
    />
  );
}
