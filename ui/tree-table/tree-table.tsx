import { Button } from 'antd';
import { useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { Path } from '#kit/model/route.ts';
import { ApiError } from '../http/api-error.ts';
import { BlankState } from '../blank-state.tsx';
import { Grid } from '../grid/grid.tsx';
import type { GridColumn, GridRow } from '../grid/grid-column.ts';
import type { GridProps } from '../grid/grid-props.ts';
import { call, type Query } from '../http/http.ts';
import { toastError } from '../feedback.tsx';
import { rowsOfAnswer } from './tree-answer.ts';

export interface TreeTableProps {
  /** What the table is called, for whoever cannot see it. */
  title: string;
  columns: readonly GridColumn[];
  /** Path that answers the rows below one: a list, or a page with `records`. */
  url?: Path;
  /** Asks for the rows in place of `url`. */
  request?: (query: Query) => Promise<unknown>;
  /** Field that a row is known by. Default id. */
  rowKey?: string;
  /** Under which the row above is named in the query. Default parentId. */
  queryKey?: string;
  /** What the topmost rows are asked for with. Default null: nothing. */
  topValue?: string | number | null;
  /** Goes with every call. */
  query?: Query;
  /** JSON object in a text, that goes with every call. */
  condition?: string;
  /** How the table looks and what it tells. */
  tableProps?: Partial<Omit<GridProps, 'title' | 'columns' | 'rows' | 'tree' | 'disabled'>>;
  handle?: Ref<TreeTableHandle>;
}

export interface TreeTableHandle {
  /** Reads the rows again; what is open stays open. */
  reload: () => void;
}

/** Rows below each other, to be read; each level is asked for once it is opened. */
export function TreeTable(props: TreeTableProps): ReactNode {
  const { title, columns, tableProps, handle } = props;
  const [rows, setRows] = useState<readonly GridRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const reload = (): void => setRound((before) => before + 1);
  useImperativeHandle(handle, () => ({ reload }), []);
  const read = useEffectEvent(() => rowsBelow(props, props.topValue ?? null));
  const requested = JSON.stringify([props.url, props.topValue, props.query, props.condition]);
  useEffect(() => {
    let isGone = false;
    read().then(
      (found) => {
        if (isGone) return;
        setRows(found);
        setFailure(null);
      },
      (error: unknown) => {
        if (isGone) return;
        if (!(error instanceof ApiError)) toastError(error);
        setFailure(error instanceof ApiError ? error.message : '加载失败');
      },
    );
    return () => {
      isGone = true;
    };
  }, [requested, round]);
  if (failure !== null)
    return <BlankState tone="bad" title={failure} actions={<Button onClick={reload}>重试</Button>} />;
  if (!rows) return <p role="status">加载中…</p>;
  return (
    <Grid
      {...tableProps}
      title={title}
      columns={columns}
      rows={rows}
      disabled
      tree={{ loadChildren: (row) => rowsBelow(props, keyOf(props, row)) }}
    />
  );
}

const keyOf = ({ rowKey = 'id' }: TreeTableProps, row: GridRow): string => String(row[rowKey]);

async function rowsBelow(
  { url, request, rowKey = 'id', queryKey = 'parentId', query, condition }: TreeTableProps,
  above: string | number | null,
): Promise<GridRow[]> {
  const wishes: Query = { ...query, ...(condition ? { condition } : {}), [queryKey]: above };
  if (request) return rowsOfAnswer(await request(wishes), rowKey);
  if (!url) return [];
  const { result } = await call<unknown>('GET', url, { query: wishes });
  return rowsOfAnswer(result, rowKey);
}
