import { Alert, Button, Modal, Skeleton, Table, type TableProps } from 'antd';
import { useState, type Key, type ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS, POPUP_PICKER_WIDTH } from '#kit/model/limits.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { toast } from '#ui/feedback.tsx';
import { totalLine } from '../list/list-query.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { pickFault, readSorter } from './report-fields.ts';
import { ReportSearch } from './report-search.tsx';
import type { ReportColumns, ReportRow } from '#kit/model/report.ts';
import { useReport, type ReportRequest } from './use-report.ts';

interface ReportDialogProps {
  code: string;
  param?: Readonly<Record<string, string>> | undefined;
  sorter?: string | undefined;
  /** As the report says where absent. */
  multiple?: boolean | undefined;
  width?: number | undefined;
  groupId?: string | undefined;
  onClose: () => void;
  onPick: (rows: readonly ReportRow[]) => void;
}

const NO_PARAM = {};

/** Chooses rows of a report. */
export function ReportDialog(props: ReportDialogProps): ReactNode {
  const { code, onClose, onPick } = props;
  const [request, setRequest] = useState<ReportRequest>({
    pageNo: 1,
    pageSize: DEFAULT_PAGE_SIZE,
    filters: {},
    ...readSorter(props.sorter),
  });
  const [chosen, setChosen] = useState<readonly ReportRow[]>([]);
  const report = useReport(code, props.param ?? NO_PARAM, request, props.groupId);
  const { columns, info, data } = report;
  const multiple = props.multiple ?? columns.data?.returnType === '2';
  const confirm = (): void => {
    const fault = pickFault(chosen.length, multiple);
    if (fault) toast.warn(fault);
    else onPick(chosen);
  };
  return (
    <Modal
      open
      width={props.width ?? POPUP_PICKER_WIDTH}
      title={columns.data?.cgRpConfigName ?? '选择记录'}
      okText={`确定（${chosen.length}）`}
      cancelText="关闭"
      mask={{ closable: false }}
      okButtonProps={{ disabled: !columns.data }}
      onCancel={onClose}
      onOk={confirm}
    >
      {columns.error ? (
        <InitialFault message={columns.error.message} onRetry={() => void columns.refetch()} />
      ) : !columns.data ? (
        <Skeleton active />
      ) : (
        <>
          <ReportSearch
            conditions={info.data ?? []}
            options={columns.data.dictOptions}
            onSearch={(filters) => setRequest({ ...request, filters, pageNo: 1 })}
          />
          <ReportTable
            report={columns.data}
            data={data}
            request={request}
            multiple={multiple}
            chosen={chosen}
            onChoose={setChosen}
            onAsk={setRequest}
          />
        </>
      )}
    </Modal>
  );
}

/** Spec §8: the popup could not be set up, in the words of the product and of the server. */
const InitialFault = ({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode => (
  <Alert
    type="error"
    showIcon
    title="出错了"
    description={
      <>
        Popup初始化失败，请检查你的配置或稍后重试！
        <br />
        {message}
      </>
    }
    action={<Button onClick={onRetry}>重试</Button>}
  />
);

/** Rows without an id of their own are distinguished by what they say. */
const keyOf = (row: ReportRow): string => (typeof row['id'] === 'string' ? row['id'] : JSON.stringify(row));

function ReportTable({
  report,
  data,
  request,
  multiple,
  chosen,
  onChoose,
  onAsk,
}: {
  report: ReportColumns;
  data: ReturnType<typeof useReport>['data'];
  request: ReportRequest;
  multiple: boolean;
  chosen: readonly ReportRow[];
  onChoose: (rows: readonly ReportRow[]) => void;
  onAsk: (request: ReportRequest) => void;
}): ReactNode {
  const isMobile = useIsMobile();
  if (data.error && !data.data)
    return (
      <BlankState
        tone="bad"
        title="报表加载失败"
        text={data.error.message}
        actions={<Button onClick={() => void data.refetch()}>重试</Button>}
      />
    );
  const columns = tableColumns(report, request);
  return (
    <Table<ReportRow>
      size="small"
      rowKey={keyOf}
      loading={data.isFetching}
      dataSource={data.data?.records ?? []}
      columns={columns}
      scroll={{ x: columns.length * 140, y: 320 }}
      locale={{ emptyText: <BlankState title="没有查询到任何数据" /> }}
      onRow={(row) => ({ onClick: () => onChoose(toggled(chosen, row, multiple)) })}
      rowSelection={{
        type: multiple ? 'checkbox' : 'radio',
        selectedRowKeys: chosen.map(keyOf),
        preserveSelectedRowKeys: true,
        onChange: (_: Key[], rows) => onChoose(rows),
      }}
      onChange={(page, __, sorter) => {
        const by = Array.isArray(sorter) ? sorter[0] : sorter;
        const order = by?.order ? (by.order === 'descend' ? 'desc' : 'asc') : undefined;
        const column = order ? String(by?.field) : undefined;
        const sorted: Pick<ReportRequest, 'column' | 'order'> = { column, order };
        onAsk({
          ...request,
          ...sorted,
          pageNo: page.current ?? 1,
          pageSize: page.pageSize ?? DEFAULT_PAGE_SIZE,
        });
      }}
      pagination={{
        size: 'small',
        current: request.pageNo,
        pageSize: request.pageSize,
        total: data.data?.total ?? 0,
        showSizeChanger: true,
        pageSizeOptions: [...PAGE_SIZE_OPTIONS],
        showQuickJumper: !isMobile,
        showLessItems: isMobile,
        showTotal: (total, range) => totalLine(total, undefined, range),
      }}
    />
  );
}

const toggled = (chosen: readonly ReportRow[], row: ReportRow, multiple: boolean): readonly ReportRow[] => {
  const others = chosen.filter((one) => keyOf(one) !== keyOf(row));
  if (others.length < chosen.length) return others;
  return multiple ? [...chosen, row] : [row];
};

const tableColumns = (
  { columns, dictOptions }: ReportColumns,
  { column: by, order }: ReportRequest,
): NonNullable<TableProps<ReportRow>['columns']> =>
  columns.map(({ title, dataIndex, sorter, customRender }) => {
    const texts = new Map((customRender ? dictOptions[customRender] : undefined)?.map((one) => [one.value, one.text]));
    return {
      title,
      dataIndex,
      key: dataIndex,
      ellipsis: true,
      sorter: sorter ?? false,
      sortOrder: by === dataIndex ? (order === 'desc' ? 'descend' : 'ascend') : null,
      render: (value: unknown, row) => texts.get(String(value)) ?? String(row[`${dataIndex}_dictText`] ?? value ?? ''),
    };
  });
