import { Button, Form } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import {
  ApiError,
  fetchRoute,
  FieldInputs,
  filledValues,
  HelpButton,
  LineGrid,
  RefusalNote,
  toast,
  startValues,
  useFirstFocus,
  usePageTitle,
  useSubmission,
  type GridColumn,
  type GridRow,
  type LineGridHandle,
} from '#kit/web/index.ts';
import type { Fields } from '#kit/model/field.ts';
import {
  quotedCarton,
  quotedUnits,
  quoteFields,
  shipQuoteRoute,
  type AnsweredQuote,
  type QuoteRequest,
  type QuotedCarton,
  type QuotedUnits,
} from '../../model/ship-quote.ts';
import { QuoteAnswer } from './quote-answer.tsx';
import './ship-quote.css';

const LAYOUT = [
  ['warehouseId', 'country'],
  ['postalCode', 'isResidential'],
] as const;
const NO_ROWS: readonly GridRow[] = [];

const columnsOf = (fields: Fields): readonly GridColumn[] =>
  Object.entries(fields).map(([key, field]) => ({ key, field }));
const CARTONS = columnsOf(quotedCarton);
const UNITS = columnsOf(quotedUnits);

/** 运费试算: what each way to ship asks for typed cartons, or for units of SKUs in theirs. */
export function ShipQuotePage(): ReactNode {
  usePageTitle('运费试算');
  const [form] = Form.useForm<Record<string, unknown>>();
  useFirstFocus('ship-quote');
  const cartons = useRef<LineGridHandle>(null);
  const units = useRef<LineGridHandle>(null);
  const [result, setResult] = useState<AnsweredQuote | null>(null);
  const submission = useSubmission(form, new Set(Object.keys(quoteFields)));
  const run = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      setResult(null);
      const [boxes, goods] = [cartons.current?.settle() ?? [], units.current?.settle() ?? []];
      // Of the one that nobody typed into an empty line is left: that is no mistake.
      for (const [lines, typed] of [
        [cartons, boxes],
        [units, goods],
      ] as const)
        if (typed.length > 0 && (await lines.current?.grid?.validateTable()))
          return toast.warn('校验未通过，请修改标红的单元格');
      const body = {
        ...filledValues(quoteFields, values),
        cartons: boxes.map((row) => filledValues(quotedCarton, row) as QuotedCarton),
        skus: goods.map((row) => filledValues(quotedUnits, row) as QuotedUnits),
      } as unknown as QuoteRequest;
      try {
        setResult(await fetchRoute(shipQuoteRoute, { body }));
      } catch (error) {
        if (error instanceof ApiError) markLines(error, boxes, goods);
        throw error;
      }
    });
  const markLines = ({ errors }: ApiError, boxes: readonly GridRow[], goods: readonly GridRow[]): void => {
    const ofUnits = errors.filter(({ field }) => field === 'skuId');
    const idsOf = (rows: readonly GridRow[]): string[] => rows.map(({ id }) => id);
    units.current?.refuse(ofUnits, idsOf(goods));
    cartons.current?.refuse(
      errors.filter((one) => one.row !== undefined && !ofUnits.includes(one)),
      idsOf(boxes),
    );
  };
  return (
    <article className="fq-page">
      <header className="fq-head">
        <h1 className="wb-detail-name">运费试算</h1>
        <HelpButton />
      </header>
      <div className="fq-columns">
        <section className="fq-asked">
          <RefusalNote texts={submission.others} />
          <Form
            form={form}
            name="ship-quote"
            layout="vertical"
            initialValues={startValues(quoteFields)}
            onFinish={(values) => void run(values)}
          >
            <FieldInputs fields={quoteFields} layout={LAYOUT} form={form} />
          </Form>
          <h2 className="fq-title">箱子</h2>
          <LineGrid
            title="箱子"
            columns={CARTONS}
            rows={NO_ROWS}
            storageKey="fulfilment:quote-cartons"
            handle={cartons}
            onDirty={ignore}
          />
          <h2 className="fq-title">或按 SKU 的箱规</h2>
          <LineGrid
            title="SKU"
            columns={UNITS}
            rows={NO_ROWS}
            storageKey="fulfilment:quote-units"
            handle={units}
            onDirty={ignore}
          />
          <Button type="primary" loading={submission.isBusy} onClick={() => form.submit()}>
            试算
          </Button>
        </section>
        <section className="fq-answer" aria-live="polite">
          {result ? (
            <QuoteAnswer {...result} />
          ) : (
            <p className="fq-weak">填好发货仓、邮编和箱子，点「试算」：能运的渠道由便宜到贵。</p>
          )}
        </section>
      </div>
    </article>
  );
}

const ignore = (): void => undefined;
