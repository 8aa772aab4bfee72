import { Button, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  PICKER_PAGE_SIZE,
  PICKER_PAGE_SIZE_OPTIONS,
  PICKER_TABLE_HEIGHT,
  RECORD_PICKER_WIDTH,
} from '#kit/model/limits.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Path } from '#kit/model/route.ts';
import type { Row } from '#ui/cells/faces.ts';
import { findLifecycle } from '../declarations.ts';
import { listColumns } from '../list/columns.tsx';
import type { ColumnSpec, ListColumn } from '../list/list-column.ts';
import { plainColumns, widthOf } from '../list/plain-columns.tsx';
import { totalLine, type FlatQuery } from '../list/list-query.ts';
import { ListEmpty, ListError } from '../list/list-states.tsx';
import { listFilters, type FilterSpec } from '../list/list-filters.ts';
import { SearchBar } from '../list/search-bar.tsx';
import { useList, type ListHandle } from '../list/use-list.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import '../list/list.css';
import '#ui/picker/picker.css';

export interface ResourcePickerProps<R extends Row = Row> {
  of: AnyResource;
  /** What the rows are called in titles; the resource's own title by default. */
  name?: string | undefined;
  /** The whole title; 选择 and the name by default. */
  title?: string | undefined;
  /** Route that answers the list, where it is not the resource's own. */
  listUrl?: Path | undefined;
  /** Key of a row; `id` by default. */
  rowKey?: string | undefined;
  /** Column by which chosen rows are named; the resource's label by default. */
  displayKey?: string | undefined;
  /** px; 900 by default. */
  width?: number | undefined;
  /** Rows chosen already. */
  selected?: readonly R[] | undefined;
  /** One row or several (default). */
  multiple?: boolean | undefined;
  columns?: readonly ColumnSpec<R>[] | undefined;
  filters?: readonly FilterSpec[] | undefined;
  /** Filters always applied and never shown. */
  fixed?: FlatQuery | undefined;
  tab?: string | undefined;
  /** Order the list starts with. */
  sort?: { field: string; order: 'asc' | 'desc' } | undefined;
  /** Left of the list: a tree that narrows it. */
  aside?: ReactNode;
  onClose: () => void;
  onPick: (rows: readonly R[]) => void;
}

const MOST_COLUMNS = 5;

/** Chooses rows of a resource: the list on the left, what is chosen on the right. */
export function ResourcePicker<R extends Row = Row>(props: ResourcePickerProps<R>): ReactNode {
  const { of, columns, filters, selected = [], name = of.title, aside } = props;
  const [chosen, setChosen] = useState<readonly R[]>(selected);
  const list = usePickerList<R>(props);
  const most = columns?.length ?? MOST_COLUMNS;
  const shown = listColumns<R>(of, findLifecycle(of), columns).slice(0, most);
  const choosing: Choosing<R> = {
    chosen,
    onChange: setChosen,
    keyOf: (row) => String(row[props.rowKey ?? 'id']),
  };
  return (
    <Modal
      open
      title={props.title ?? `选择${name}`}
      width={props.width ?? RECORD_PICKER_WIDTH}
      okText={`确定（${chosen.length}）`}
      cancelText="关闭"
      mask={{ closable: false }}
      okButtonProps={{ disabled: chosen.length === 0 && selected.length === 0 }}
      onCancel={props.onClose}
      onOk={() => props.onPick(chosen)}
    >
      <SearchBar list={list} filters={listFilters(of, filters)} />
      <div className="wb-picker" data-aside={aside !== undefined}>
        {aside}
        <div className="wb-picker-list">
          {list.error ? (
            <ListError error={list.error} onRetry={list.refresh} />
          ) : (
            <PickerTable {...choosing} list={list} columns={shown} multiple={props.multiple ?? true} />
          )}
        </div>
        <ChosenRows {...choosing} name={name} labelKey={props.displayKey ?? of.label} />
      </div>
    </Modal>
  );
}

/** The list of the dialog; another fixed filter starts at its first page. */
function usePickerList<R extends Row>({ of, fixed, tab, sort, listUrl }: ResourcePickerProps<R>): ListHandle<R> {
  const list = useList<R>(of, {
    fixed,
    tab,
    sort,
    path: listUrl,
    storage: 'memory',
    pageSize: PICKER_PAGE_SIZE,
  });
  const request = JSON.stringify(fixed ?? {});
  const [followed, setFollowed] = useState(request);
  if (followed !== request) {
    setFollowed(request);
    list.setPage(1, list.params.pageSize);
  }
  return list;
}

interface Choosing<R extends Row> {
  chosen: readonly R[];
  keyOf: (row: R) => string;
  onChange: (chosen: readonly R[]) => void;
}

function PickerTable<R extends Row>({
  list,
  columns,
  multiple,
  chosen,
  keyOf,
  onChange,
}: Choosing<R> & {
  list: ListHandle<R>;
  columns: readonly ListColumn<R>[];
  multiple: boolean;
}): ReactNode {
  const isMobile = useIsMobile();
  const has = (row: R): boolean => chosen.some((one) => keyOf(one) === keyOf(row));
  const toggle = (row: R, isChosen: boolean): void => {
    const others = multiple ? chosen.filter((one) => keyOf(one) !== keyOf(row)) : [];
    onChange(isChosen ? [...others, row] : others);
  };
  return (
    <Table<R>
      size="small"
      rowKey={keyOf}
      loading={list.isLoading}
      dataSource={list.rows as R[]}
      columns={plainColumns(columns)}
      scroll={{ x: widthOf(columns) + 40, y: PICKER_TABLE_HEIGHT }}
      locale={{ emptyText: <ListEmpty list={list} /> }}
      onRow={(row) => ({ onClick: () => toggle(row, !has(row)) })}
      rowSelection={{
        type: multiple ? 'checkbox' : 'radio',
        selectedRowKeys: chosen.map(keyOf),
        preserveSelectedRowKeys: true,
        getCheckboxProps: (row) => ({ 'aria-label': String(row[list.resource.label] ?? '') }),
        onSelect: toggle,
        onChange: (_, __, { type }) => {
          if (type === 'all') onChange(toggleAll(chosen, list.rows, keyOf));
        },
      }}
      pagination={{
        size: 'small',
        current: list.pageNo,
        pageSize: list.params.pageSize,
        total: list.total,
        pageSizeOptions: [...PICKER_PAGE_SIZE_OPTIONS],
        showSizeChanger: true,
        showQuickJumper: !isMobile,
        showLessItems: isMobile,
        showTotal: (total, range) => totalLine(total, list.totalText, range),
        onChange: list.setPage,
      }}
    />
  );
}

function ChosenRows<R extends Row>({
  name,
  labelKey,
  chosen,
  keyOf,
  onChange,
}: Choosing<R> & { name: string; labelKey: string }): ReactNode {
  return (
    <section className="wb-picker-chosen" aria-label={`已选${name}`}>
      <h3>已选{name}</h3>
      {chosen.length === 0 && <p className="wb-picker-none">勾选的记录列在这里</p>}
      <ul>
        {chosen.map((row) => {
          const label = String(row[labelKey] ?? keyOf(row));
          return (
            <li key={keyOf(row)}>
              <span title={label}>{label}</span>
              <Button
                type="link"
                size="small"
                danger
                aria-label={`删除${label}`}
                onClick={() => onChange(chosen.filter((one) => keyOf(one) !== keyOf(row)))}
              >
                删除
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Ticking the head adds the page, or takes it away when all of it was chosen. */
function toggleAll<R extends Row>(chosen: readonly R[], onPage: readonly R[], keyOf: (row: R) => string): readonly R[] {
  const keys = new Set(chosen.map(keyOf));
  const isAll = onPage.every((row) => keys.has(keyOf(row)));
  const others = chosen.filter((row) => !onPage.some((one) => keyOf(one) === keyOf(row)));
  return isAll ? others : [...others, ...onPage];
}
