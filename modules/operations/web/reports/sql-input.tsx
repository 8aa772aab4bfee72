import { Alert, Button, Dropdown, Form, Input, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, inputProps, toast, toastError, type EditProps } from '#kit/web/index.ts';
import type { ReportColumns, ReportData } from '#kit/model/report.ts';
import type { ReportItem, ReportParam } from '../../model/reports/definition.ts';
import { designCalls } from '../../model/reports/routes.ts';
import { noteQuery, queryRecords } from './query-records.ts';
import { ReportTable } from './report-table.tsx';
import { readRows, useTyped } from './use-sources.ts';

/** A query of a data source, and its columns and parameters as the server reads them. */
export function SqlInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const [source, params, items] = [useTyped('dataSourceId'), useTyped('params'), useTyped('items')];
  const code = useTyped('code') ?? '';
  const [isBusy, setBusy] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const [tried, setTried] = useState<Tried | null>(null);
  const body = { sql: text, dbKey: source ?? '', params: params ?? '' };
  const asking = async (ask: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await ask();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const read = (): Promise<void> =>
    asking(async () => {
      const found = await fetchRoute(designCalls.parse, { body });
      noteQuery(code, { at: Date.now(), sql: text });
      const own = readRows<ReportParam>(params);
      const known = readRows<ReportItem>(items);
      const asked = found.params.map(
        (paramName) => own.find((one) => one.paramName === paramName) ?? { paramName, paramTxt: paramName },
      );
      form.setFieldsValue({
        params: asked.length === 0 ? '' : JSON.stringify(asked),
        items: JSON.stringify(
          found.fields.map((field) => ({ ...known.find((one) => one.fieldName === field.fieldName), ...field })),
        ),
      });
      toast.done(`读到 ${found.fields.length} 列`);
    });
  const attempt = (): Promise<void> =>
    asking(async () => {
      setTried(null);
      const answer = await fetchRoute(designCalls.attempt, { body: { ...body, items: items ?? '' } });
      noteQuery(code, { at: Date.now(), sql: text });
      setTried({ ...answer, of: JSON.stringify(body) });
    });
  const isIdle = text.trim() === '' || source === null;
  // What was typed since has not been tried.
  const shown = tried?.of === JSON.stringify(body) ? tried : null;
  return (
    <div className="op-params">
      <Input.TextArea
        {...inputProps(props)}
        autoSize={{ minRows: 4, maxRows: 16 }}
        spellCheck={false}
        maxLength={10_000}
        disabled={disabled ?? false}
        placeholder={'select sku, sum(qty) as qty from sales where day >= ${begin} group by sku'}
        value={text}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Space>
        <Button loading={isBusy} disabled={isIdle} onClick={() => void read()}>
          读取列
        </Button>
        <Button loading={isBusy} disabled={isIdle} onClick={() => void attempt()}>
          试运行
        </Button>
        <QueryHistory code={code} disabled={disabled ?? false} onChoose={(sql) => onChange?.(sql)} />
      </Space>
      {shown && (
        <section className="op-preview" aria-label="试运行">
          <h3>{triedText(shown)}</h3>
          {shown.mayWrite && (
            <Alert type="warning" showIcon title="数据源的账号能修改数据，报表只需要读取：建议换成只读账号。" />
          )}
          <ReportTable report={shown.report} data={shown.data} isBusy={false} />
        </section>
      )}
    </div>
  );
}

/** The queries that were tried for this report in this browser, to go back to one of them. */
function QueryHistory({
  code,
  disabled,
  onChoose,
}: {
  code: string;
  disabled: boolean;
  onChoose: (sql: string) => void;
}): ReactNode {
  const [records, setRecords] = useState(() => queryRecords(code));
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      onOpenChange={(isOpen) => isOpen && setRecords(queryRecords(code))}
      menu={{
        className: 'op-query-history',
        items:
          records.length === 0
            ? [{ key: 'none', label: '还没有记录：读取列或试运行过的查询会保存在本浏览器', disabled: true }]
            : records.map(({ at, sql }) => ({
                key: String(at),
                label: `${new Date(at).toLocaleString('zh-CN', { hour12: false })}　${sql.replace(/\s+/g, ' ').slice(0, 60)}`,
                title: sql,
              })),
        onClick: ({ key }) => {
          const chosen = records.find(({ at }) => String(at) === key);
          if (chosen) onChoose(chosen.sql);
        },
      }}
    >
      <Button>历史记录</Button>
    </Dropdown>
  );
}

interface Tried {
  report: ReportColumns;
  data: ReportData;
  hasMore: boolean;
  mayWrite: boolean;
  /** The question that it answers. */
  of: string;
}

const triedText = ({ data, hasMore }: Tried): string =>
  data.total === 0
    ? '试运行：没有数据'
    : `试运行：${hasMore ? `前 ${data.total} 行，还有更多` : `共 ${data.total} 行`}`;
