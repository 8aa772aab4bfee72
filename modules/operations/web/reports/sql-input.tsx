import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, inputProps, toast, toastError, type EditProps } from '#kit/web/index.ts';
import type { ReportItem, ReportParam } from '../../model/reports/definition.ts';
import { designCalls } from '../../model/reports/routes.ts';
import { readRows, useTyped } from './use-sources.ts';

/** A query of a data source, and its columns and parameters as the server reads them. */
export function SqlInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const [source, params, items] = [useTyped('dataSourceId'), useTyped('params'), useTyped('items')];
  const [isBusy, setBusy] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const read = async (): Promise<void> => {
    setBusy(true);
    try {
      const found = await fetchRoute(designCalls.parse, {
        body: { sql: text, dbKey: source ?? '', params: params ?? '' },
      });
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
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
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
      <span>
        <Button loading={isBusy} disabled={text.trim() === '' || source === null} onClick={() => void read()}>
          读取列
        </Button>
      </span>
    </div>
  );
}
