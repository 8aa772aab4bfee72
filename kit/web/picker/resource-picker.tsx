import { Button, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '../cells/faces.ts';
import { findLifecycle } from '../declarations.ts';
import { listColumns, type ColumnSpec, type ListColumn } from '../list/columns.tsx';
import { plainColumns, widthOf } from '../list/plain-columns.tsx';
import type { FlatQuery } from '../list/list-query.ts';
import { ListEmpty, ListError } from '../list/list-states.tsx';
import { listFilters, SearchBar, type FilterSpec } from '../list/search-bar.tsx';
import { useList, type ListHandle } from '../list/use-list.ts';
import './picker.css';

export interface ResourcePickerProps<R extends Row = Row> {
  of: AnyResource;
  /** Rows chosen already. */
  selected?: readonly R[] | undefined;
  /** One row or several (default). */
  multiple?: boolean | undefined;
  columns?: readonly ColumnSpec<R>[] | undefined;
  filters?: readonly FilterSpec[] | undefined;
  /** Filters always applied and never shown. */
  fixed?: FlatQuery | undefined;
  tab?: string | undefined;
  onClose: () => void;
  onPick: (rows: readonly R[]) => void;
}

const PICKER_SIZES = [5, 10, 20, 30];
const MOST_COLUMNS = 5;

/** Chooses rows of a resource: the list on the left, what is chosen on the right. */
export function ResourcePicker<R extends Row = Row>({
  of,
  selected = [],
  multiple = true,
  columns,
  filters,
  fixed,
  tab,
  onClose,
  onPick,
}: ResourcePickerProps<R>): ReactNode {
  const [chosen, setChosen] = useState<readonly R[]>(selected);
  const list = useList<R>(of, { fixed, tab, keep: 'memory', pageSize: 5 });
  const most = columns?.length ?? MOST_COLUMNS;
  const shown = listColumns<R>(of, findLifecycle(of), columns).slice(0, most);
  return (
    <Modal
      open
      title={`选择${of.title}`}
      width={900}
      okText={`确定（${chosen.length}）`}
      cancelText="关闭"
      okButtonProps={{ disabled: chosen.length === 0 && selected.length === 0 }}
      onCancel={onClose}
      onOk={() => onPick(chosen)}
    >
      <SearchBar list={list} filters={listFilters(of, filters)} />
      <div className="wb-picker">
        <div className="wb-picker-list">
          {list.error ? (
            <ListError error={list.error} onRetry={list.refresh} />
          ) : (
            <PickerTable
              list={list}
              columns={shown}
              multiple={multiple}
              chosen={chosen}
              onChange={setChosen}
            />
          )}
        </div>
        <ChosenRows of={of} chosen={chosen} onChange={setChosen} />
      </div>
    </Modal>
  );
}

interface Choosing<R extends Row> {
  chosen: readonly R[];
  onChange: (chosen: readonly R[]) => void;
}

function PickerTable<R extends Row>({
  list,
  columns,
  multiple,
  chosen,
  onChange,
}: Choosing<R> & {
  list: ListHandle<R>;
  columns: readonly ListColumn<R>[];
  multiple: boolean;
}): ReactNode {
  const toggle = (row: R, isChosen: boolean): void => {
    const others = multiple ? chosen.filter((one) => one.id !== row.id) : [];
    onChange(isChosen ? [...others, row] : others);
  };
  return (
    <Table<R>
      size="small"
      rowKey="id"
      loading={list.isLoading}
      dataSource={list.rows as R[]}
      columns={plainColumns(columns)}
      scroll={{ x: widthOf(columns) + 40, y: 240 }}
      locale={{ emptyText: <ListEmpty list={list} /> }}
      onRow={(row) => ({
        onClick: () => toggle(row, !chosen.some((one) => one.id === row.id)),
      })}
      rowSelection={{
        type: multiple ? 'checkbox' : 'radio',
        selectedRowKeys: chosen.map((row) => row.id),
        preserveSelectedRowKeys: true,
        onSelect: toggle,
        onChange: (_, __, { type }) => {
          if (type === 'all') onChange(toggleAll(chosen, list.rows));
        },
      }}
      pagination={{
        size: 'small',
        current: list.pageNo,
        pageSize: list.params.pageSize,
        total: list.total,
        pageSizeOptions: PICKER_SIZES,
        showSizeChanger: true,
        showTotal: (total) => `共${list.totalText ?? total}条`,
        onChange: list.setPage,
      }}
    />
  );
}

function ChosenRows<R extends Row>({
  of,
  chosen,
  onChange,
}: Choosing<R> & { of: AnyResource }): ReactNode {
  return (
    <div className="wb-picker-chosen">
      <h3>已选{of.title}</h3>
      {chosen.length === 0 && <p className="wb-picker-none">在左侧勾选</p>}
      <ul>
        {chosen.map((row) => (
          <li key={row.id}>
            <span title={labelOf(of, row)}>{labelOf(of, row)}</span>
            <Button
              type="link"
              size="small"
              danger
              onClick={() => onChange(chosen.filter((one) => one.id !== row.id))}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Ticking the head adds the page, or takes it away when all of it was chosen. */
function toggleAll<R extends Row>(chosen: readonly R[], onPage: readonly R[]): readonly R[] {
  const ids = new Set(chosen.map((row) => row.id));
  const isAll = onPage.every((row) => ids.has(row.id));
  const others = chosen.filter((row) => !onPage.some((one) => one.id === row.id));
  return isAll ? others : [...others, ...onPage];
}
