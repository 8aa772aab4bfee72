import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import {
  ActionButtons,
  AdvancedQueryButton,
  BlankState,
  listColumns,
  listFilters,
  ListTable,
  SearchBar,
  usePage,
  type ColumnSpec,
  type ListHandle,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';

export interface SystemListProps<R extends Row> {
  list: ListHandle<R>;
  columns?: readonly ColumnSpec<R>[];
  filters?: readonly string[];
  /** Fields of the rows that the server puts together: they cannot be asked about. */
  unasked?: readonly string[];
  /** Beside the title: a choice of what is listed. */
  head?: ReactNode;
  toolbar?: ReactNode;
  actions?: (row: R) => readonly RowAction[];
  isSelectable?: boolean;
  /** How to get the first row. */
  emptyText?: string;
}

const NONE: readonly string[] = [];

/** Views have a time of their own, and no other audit column that all of them know. */
const useAsked = (fields: object, unasked: readonly string[]): readonly string[] =>
  useMemo(
    () => [...Object.keys(fields).filter((key) => !unasked.includes(key)), 'createTime'],
    [fields, unasked],
  );

/** A page over a list of the system routes: title, query bar, toolbar, table. */
export function SystemList<R extends Row>({
  list,
  columns,
  filters,
  unasked = NONE,
  head,
  toolbar,
  actions,
  isSelectable = false,
  emptyText,
}: SystemListProps<R>): ReactNode {
  const { title } = usePage();
  const asked = useAsked(list.resource.fields as object, unasked);
  return (
    <div className="wb-list">
      <div className="wb-list-head">
        <h1>{title}</h1>
        {head}
      </div>
      <SearchBar list={list} filters={listFilters(list.resource, filters)} />
      <div className="wb-toolbar" role="toolbar" aria-label="操作">
        {toolbar}
        <AdvancedQueryButton list={list} fields={asked} />
        <span className="wb-toolbar-end">
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label="刷新"
            title="刷新"
            onClick={list.refresh}
          />
        </span>
      </div>
      <div className="wb-list-body">
        <ListTable
          list={list}
          columns={listColumns<R>(list.resource, undefined, columns)}
          isSelectable={isSelectable}
          operationsWidth={160}
          empty={<BlankState title={`还没有${list.resource.title}`} text={emptyText} />}
          {...(actions ? { operations: (row: R) => <ActionButtons actions={actions(row)} /> } : {})}
        />
      </div>
    </div>
  );
}
