import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  confirmAction,
  fetchRoute,
  MoveButtons,
  NumberField,
  toast,
  toastError,
  uploadTo,
  usePermission,
  type WholeNumber,
} from '#kit/web/index.ts';
import { denialIn } from '../../model/label-denial.ts';
import { isUnreadLabel, withoutPrice } from '../../model/label-hold.ts';
import { labelFileRoute, resolveLabelRoute, type Packing } from '../../model/routes.ts';
import { shipmentLifecycle, type ShipmentMove } from '../../model/shipment-lifecycle.ts';
import { PaperUpload } from '../packing/paper-upload.tsx';
import { openDocument } from '../papers.ts';

const COMPLETE: readonly ShipmentMove[] = ['completeLabel'];

function whatToDo(
  { labelHold, trackingNo, labelSource }: Packing,
  pages: number | null,
  isPriceAlone: boolean,
): string {
  if (denialIn(labelHold)) return '这张面单不能使用：作废面单，再重新购买';
  if (labelSource === 'carrier' && trackingNo === null)
    return '到承运商后台查到运单号和面单费，点“补录面单”；不用这张面单就作废它';
  if (isPriceAlone) return '到承运商后台查到面单费，点“补录面单”';
  return pages === null
    ? '没有可打印的面单文件：到承运商或平台网站下载后上传，或作废面单重新获取'
    : `对照面单，为每个箱子填它的页码（共 ${pages} 页）`;
}

/** Label pages or numbers do not fit the boxes: a person looks and says which page is whose. */
export function LabelHold({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  const isDenied = denialIn(data.labelHold) !== null;
  const may = usePermission('fulfilment:shipment:resolveLabel') && !isDenied;
  const total = data.documents.filter(({ kind }) => kind === 'label').at(-1)?.pages ?? null;
  const [pages, setPages] = useState<WholeNumber[]>(() =>
    data.boxes.map((_, index) => (total === null || index < total ? index + 1 : null)),
  );
  const [isBusy, setBusy] = useState(false);
  const resolve = async (chosen: readonly WholeNumber[]): Promise<void> => {
    const named = chosen.map((page) => (typeof page === 'number' ? page : null));
    setBusy(true);
    try {
      await fetchRoute(resolveLabelRoute, { params: { id: data.id }, body: { pages: named } });
      toast.done('面单已处理');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const shareOne = async (): Promise<void> => {
    const isAgreed = await confirmAction({
      title: '整单共用一份面单？',
      content: '不再按箱分页：打印面单时打出整份文件，没有单独运单号的箱子用第一个运单号。',
      okText: '共用一份',
    });
    if (isAgreed) await resolve([]);
  };
  const isComplete = pages.every((page) => typeof page === 'number');
  const hasFile = total !== null;
  const isPriceAlone = withoutPrice(data.labelHold) === null;
  // Numbers come first: a page belongs to a box that has one.
  const isNumbered = data.labelSource !== 'carrier' || data.trackingNo !== null;
  // Numbers that are not as many as the boxes are typed as well.
  const isUnread =
    !isDenied &&
    (isUnreadLabel(data) || (data.labelSource === 'carrier' && data.boxes.some(({ trackingNo }) => !trackingNo)));
  const isDealt = hasFile && isNumbered && !isPriceAlone;
  return (
    <section className="pk-notice pk-notice-warn" aria-label="面单待处理">
      <strong>面单待人工处理：{data.labelHold}</strong>
      <p>{whatToDo(data, total, isPriceAlone)}；处理前不能发货。</p>
      <span className="wb-actions">
        {isUnread && (
          <MoveButtons
            lifecycle={shipmentLifecycle}
            row={data}
            moves={COMPLETE}
            visible={1}
            look="plain"
            onDone={onDone}
          />
        )}
        {data.documents.some(({ kind }) => kind === 'label') && (
          <Button onClick={() => void openDocument(data.id, 'label')}>查看面单</Button>
        )}
        {may && (
          <PaperUpload
            title="上传面单"
            accept=".pdf,.zpl,.txt,.png,.jpg,.jpeg,application/pdf"
            send={(file) => uploadTo(labelFileRoute, file, { params: { id: data.id } })}
            onDone={onDone}
          />
        )}
      </span>
      {may && isDealt && (
        <>
          <div className="pk-pages">
            {data.boxes.map((box, index) => (
              <label key={box.id}>
                <span>
                  第 {index + 1} 箱 <span className="pk-weak">{box.content}</span>
                </span>
                <NumberField
                  size="small"
                  className="pk-page-number"
                  title="页码"
                  label={`${box.boxNo} 页码`}
                  min={1}
                  max={total ?? undefined}
                  value={pages[index] ?? null}
                  onChange={(value) => setPages(pages.map((page, at) => (at === index ? value : page)))}
                />
              </label>
            ))}
          </div>
          <span className="wb-actions">
            <Button type="primary" loading={isBusy} disabled={!isComplete} onClick={() => void resolve(pages)}>
              按页码分配
            </Button>
            <Button disabled={isBusy} onClick={() => void shareOne()}>
              整单共用一份
            </Button>
          </span>
        </>
      )}
      {!may && !isDenied && <p className="pk-weak">没有处理面单的权限，请联系仓库主管。</p>}
    </section>
  );
}
