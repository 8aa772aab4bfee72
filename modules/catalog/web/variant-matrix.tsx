import { Alert, Button, Drawer, Space } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import {
  ApiError,
  fetchRoute,
  filledValues,
  isTempId,
  LineGrid,
  refreshResource,
  toast,
  toastError,
  useActionKeys,
  useGuardedClose,
  usePermission,
  type DetailRow,
  type GridColumn,
  type GridRow,
  type LineGridHandle,
} from '#kit/web/index.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { product, sku, skuCarton } from '../model/product.ts';
import { saveVariantsRoute, type SentVariants } from '../model/routes.ts';
import { readOptions, valuesOf, type ProductOption } from '../model/variants.ts';
import { OptionEditor } from './option-editor.tsx';
import { matrixRows, type VariantRow } from './variant-rows.ts';
import './catalog.css';

const TYPED = ['skuCode', 'name', 'upc', 'standardCost', 'msrp', 'netWeightG'] as const;
const CARTON = ['label', 'lengthMm', 'widthMm', 'heightMm', 'grossWeightG', 'unitsPerCarton'] as const;

const column = (of: typeof sku | typeof skuCarton, key: string): GridColumn => {
  const field = (of.fields as Readonly<Record<string, GridColumn['field']>>)[key];
  if (!field) throw new Error(`no field ${key}`);
  return { key, field, ...(field.unique || field.ordinal ? { rules: [{ unique: true }] } : {}) };
};

const CARTON_COLUMNS: readonly GridColumn[] = ['cartonNo', ...CARTON].map((key) => column(skuCarton, key));

/** The SKUs of a product as one sheet: a row for each combination, and the cartons they ship in. */
export function VariantMatrix({ row, onClose }: { row: DetailRow; onClose: () => void }): ReactNode {
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const matrix = useMatrix(row, { setDirty, onClose });
  const { refusal, isBusy } = matrix;
  const noteDirty = (dirty: boolean): void => {
    if (dirty) setDirty(true);
  };
  return (
    <Drawer
      open
      title="规格与SKU"
      size={1080}
      mask={{ closable: !isDirty }}
      onClose={close}
      footer={
        <Space>
          <Button type="primary" loading={isBusy} onClick={() => void matrix.save()}>
            保存
          </Button>
          <Button disabled={isBusy} onClick={close}>
            取消
          </Button>
        </Space>
      }
    >
      {refusal && <Alert type="error" showIcon className="wb-form-note" title={refusal} />}
      <OptionEditor
        options={matrix.options}
        disabled={isBusy}
        onChange={(options) => {
          setDirty(true);
          matrix.setOptions(options);
        }}
      />
      <h3>SKU</h3>
      <LineGrid
        title="SKU"
        columns={matrix.columns}
        rows={matrix.rows}
        may={{ add: false, edit: true, remove: false }}
        disabled={isBusy}
        storageKey="catalog:variants"
        hint="每个组合一行；可从 Excel 粘贴，拖动单元格右下角向下填充"
        handle={matrix.skus}
        onDirty={noteDirty}
      />
      <h3>箱规</h3>
      <p className="ct-quiet">一件装几箱就填几行，只加到还没有箱规的 SKU。</p>
      <LineGrid
        title="箱规"
        columns={CARTON_COLUMNS}
        rows={NO_ROWS}
        disabled={isBusy}
        storageKey="catalog:variant-cartons"
        handle={matrix.cartons}
        onDirty={noteDirty}
      />
    </Drawer>
  );
}

const NO_ROWS: readonly GridRow[] = [];

const storedRows = (row: DetailRow): VariantRow[] =>
  (row.lines?.['sku'] ?? [])
    .filter((one) => one['type'] === 'simple')
    .map((one) => ({ ...one, variant: (one['variant'] as string | null) ?? null }));

/** What is typed, and how it is sent. */
function useMatrix(
  row: DetailRow,
  { setDirty, onClose }: { setDirty: (isDirty: boolean) => void; onClose: () => void },
) {
  const seesCost = usePermission('field:cost:view');
  const skus = useRef<LineGridHandle>(null);
  const cartons = useRef<LineGridHandle>(null);
  const keys = useActionKeys();
  const of = { spuCode: String(row['spuCode']), name: String(row['name']) };
  const [options, setOptions] = useState<readonly ProductOption[]>(() => readOptions(row['options']));
  const [rows, setRows] = useState<readonly VariantRow[]>(() =>
    matrixRows(readOptions(row['options']), storedRows(row), of),
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const columns = useMemo(
    () => [
      { ...column(sku, 'variant'), editable: false, width: 120 },
      ...TYPED.filter((key) => seesCost || key !== 'standardCost').map((key) => column(sku, key)),
    ],
    [seesCost],
  );

  const refuse = (error: unknown, sent: readonly string[], boxes: readonly string[]): void => {
    if (!(error instanceof ApiError)) return toastError(error);
    const ofCartons = error.errors.flatMap((one): FieldError[] =>
      one.field.startsWith(IN_CARTONS) ? [{ ...one, field: one.field.slice(IN_CARTONS.length) }] : [],
    );
    const others = error.errors.filter(({ field }) => !field.startsWith(IN_CARTONS));
    const words = [
      ...(skus.current?.refuse(others, sent).words ?? []),
      ...(cartons.current?.refuse(ofCartons, boxes).words ?? []),
    ];
    setRefusal(error.errors.length > 0 ? words.join('；') || null : error.message);
  };

  const save = async (): Promise<void> => {
    const typed = skus.current?.grid;
    if (!typed || isBusy) return;
    setRefusal(null);
    const boxes = cartons.current?.settle() ?? [];
    // Where nobody typed a carton an empty line is left: that is no mistake.
    const ofBoxes = boxes.length > 0 ? cartons.current?.grid : null;
    const isWrong = (await typed.validateTable()) ?? (await ofBoxes?.validateTable());
    if (isWrong) return toast.warn('校验未通过，请修改标红的单元格');
    const sending = typed.getRows();
    const body: SentVariants = {
      version: Number(row['version']),
      options: options.filter(({ name, values }) => name.trim() !== '' || values.length > 0),
      skus: sending.map(sentRow),
      cartons: boxes.map((box) => filledValues(skuCarton.fields, valuesIn(box, CARTON))),
    };
    setBusy(true);
    try {
      const key = keys.keyFor(body);
      await fetchRoute(saveVariantsRoute, { params: { id: row.id }, body, key });
      keys.settle(null);
      toast.done('规格已保存');
      setDirty(false);
      onClose();
    } catch (error) {
      keys.settle(error);
      refuse(
        error,
        sending.map(({ id }) => id),
        boxes.map(({ id }) => id),
      );
    } finally {
      setBusy(false);
      void refreshResource(product);
      void refreshResource(sku);
    }
  };

  return {
    skus,
    cartons,
    columns,
    rows,
    options,
    refusal,
    isBusy,
    save,
    setOptions(next: readonly ProductOption[]): void {
      const typed = (skus.current?.grid?.getRows() ?? rows) as readonly VariantRow[];
      setOptions(next);
      setRows(
        matrixRows(
          next.filter(({ values }) => values.length > 0),
          typed,
          of,
        ),
      );
    },
  };
}

const IN_CARTONS = 'cartons.';

const valuesIn = (row: GridRow, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));

function sentRow(row: GridRow): SentVariants['skus'][number] {
  const variant = row['variant'];
  const values = typeof variant === 'string' && variant !== '' ? valuesOf(variant) : [];
  const present = TYPED.filter((key) => key in row);
  const typed = filledValues(sku.fields, valuesIn(row, present));
  return isTempId(row.id) ? { ...typed, values } : { ...typed, id: row.id, version: Number(row['version']), values };
}
