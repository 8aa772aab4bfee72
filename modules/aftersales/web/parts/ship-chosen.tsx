import { Alert, Button, Input, Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { newKey, refreshResource, runMove, toast, useGuardedClose, usePermission, versionNow } from '#kit/web/index.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder } from '../../model/part-order.ts';
import { MOST_TOGETHER } from '../../model/part-routes.ts';
import { MOST_PRINTED } from '../../model/part-print.ts';
import { printRequests } from './print-requests.ts';
import { carrierOf } from '#kit/model/carrier-number.ts';
import { isShippable, type PartRow } from './part-row.ts';
import { TogetherDialog } from './ship-together.tsx';

/** Most that one types numbers for at once. */
const MOST_SHIPPED = 50;

/** 批量发货 with a number each, and 合并发货 with one for all. */
export function ShipChosen({ rows, onDone }: { rows: readonly PartRow[]; onDone: () => void }): ReactNode {
  const [open, setOpen] = useState<'each' | 'together' | null>(null);
  const mayPrint = usePermission('aftersales:partOrder:print');
  const mayShip = usePermission('aftersales:partOrder:ship');
  const ready = rows.filter(isShippable);
  const close = (): void => setOpen(null);
  const reason = ready.length === 0 ? '所选中没有待发货的' : undefined;
  const tooMany = ready.length > MOST_SHIPPED ? `一次最多 ${MOST_SHIPPED} 张` : undefined;
  const apart =
    ready.length < 2
      ? '至少选择两张待发货的补发单'
      : ready.length > MOST_TOGETHER
        ? `一个包裹最多 ${MOST_TOGETHER} 张`
        : undefined;
  return (
    <>
      {mayShip && (
        <>
          <Button disabled={Boolean(reason ?? tooMany)} title={reason ?? tooMany} onClick={() => setOpen('each')}>
            逐张发货
          </Button>
          <Button disabled={apart !== undefined} title={apart} onClick={() => setOpen('together')}>
            合并发货
          </Button>
        </>
      )}
      {mayPrint && (
        <Button
          disabled={rows.length > MOST_PRINTED}
          title={rows.length > MOST_PRINTED ? `一次最多 ${MOST_PRINTED} 张` : undefined}
          onClick={() => void printRequests(rows.map(({ id }) => id))}
        >
          打印拣货单
        </Button>
      )}
      {open === 'each' && <ShipEach rows={ready} onDone={onDone} onClose={close} />}
      {open === 'together' && <TogetherDialog parcels={ready} onDone={onDone} onClose={close} />}
    </>
  );
}

/** Numbers one below the other: a scanner goes from one to the next by its Enter. */
function ShipEach({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly PartRow[];
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  // Those that were shipped leave the list behind it; here they stay to be read.
  const [meant] = useState(rows);
  const shipping = useShipping(meant, onDone, onClose);
  const guarded = useGuardedClose(onClose);
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const count = shipping.ready.length;
  return (
    <Modal
      open
      width={720}
      title={`逐张发货：${meant.length} 张补发单`}
      okText={`发货 ${count} 张`}
      cancelText="返回"
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={shipping.isBusy}
      mask={{ closable: false }}
      onCancel={guarded.close}
      onOk={() => void shipping.ship().then((isAll) => guarded.setDirty(!isAll))}
    >
      <Alert
        type="info"
        showIcon
        className="as-dialog-note"
        title="逐张扫描运单号，没有填运单号的不发；多张装一个包裹请用“合并发货”。"
      />
      <ul className="as-rows" aria-label="要发货的补发单">
        {meant.map((row, at) => (
          <li key={row.id}>
            <span className="as-ship-what">
              <b>{row.partOrderNo}</b>
              <small className="as-weak"> {row.itemSummary}</small>
            </span>
            {shipping.done.has(row.id) ? (
              <span className="as-rate-green">已发货</span>
            ) : (
              <>
                <Input
                  ref={(input) => {
                    inputs.current[at] = input?.input ?? null;
                  }}
                  aria-label={`${row.partOrderNo} 运单号`}
                  placeholder="运单号"
                  maxLength={64}
                  value={shipping.numbers[row.id]?.trackingNo ?? ''}
                  onChange={({ target }) => {
                    shipping.type(row.id, { trackingNo: target.value });
                    guarded.setDirty(true);
                  }}
                  onPressEnter={(event) => {
                    event.preventDefault();
                    inputs.current
                      .slice(at + 1)
                      .find((input) => input !== null)
                      ?.focus();
                  }}
                />
                <Input
                  className="as-ship-carrier"
                  aria-label={`${row.partOrderNo} 承运商`}
                  placeholder="承运商"
                  maxLength={64}
                  value={shipping.numbers[row.id]?.carrier ?? ''}
                  onChange={({ target }) => {
                    shipping.type(row.id, { carrier: target.value });
                    guarded.setDirty(true);
                  }}
                />
              </>
            )}
            {shipping.faults[row.id] && (
              <span className="as-bad" role="alert">
                {shipping.faults[row.id]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

interface Numbers {
  trackingNo: string;
  carrier: string;
}

function useShipping(rows: readonly PartRow[], onDone: () => void, onClose: () => void) {
  const [numbers, setNumbers] = useState<Readonly<Record<string, Numbers>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  // One for each, kept over a second try: what was shipped unheard is not shipped twice.
  const [keys] = useState(() => new Map(rows.map(({ id }) => [id, newKey()])));
  const ready = rows.filter(({ id }) => {
    const own = numbers[id];
    return !done.has(id) && own && own.trackingNo.trim() !== '';
  });
  const type = (id: string, change: Partial<Numbers>): void => {
    const before = numbers[id] ?? { trackingNo: '', carrier: '' };
    const next = { ...before, ...change };
    const known = change.trackingNo === undefined ? undefined : carrierOf(change.trackingNo);
    // Another number is another parcel to be sent.
    keys.set(id, newKey());
    setNumbers({
      ...numbers,
      [id]: { ...next, carrier: next.carrier === '' ? (known ?? '') : next.carrier },
    });
  };
  const ship = async (): Promise<boolean> => {
    setBusy(true);
    const wrong: Record<string, string> = {};
    const gone = new Set(done);
    for (const row of ready) {
      const { trackingNo, carrier } = numbers[row.id] as Numbers;
      if (carrier.trim() === '') {
        wrong[row.id] = '请填写承运商';
        continue;
      }
      try {
        const version = await versionNow(partOrder, row);
        const body = { trackingNo: trackingNo.trim(), carrier: carrier.trim(), version };
        await runMove(partOrderLifecycle, row.id, 'ship', body, keys.get(row.id) ?? newKey());
        gone.add(row.id);
      } catch (error) {
        wrong[row.id] = error instanceof Error ? error.message : '未知错误';
      }
    }
    setFaults(wrong);
    setDone(gone);
    setBusy(false);
    void refreshResource(partOrder);
    const isAll = Object.keys(wrong).length === 0;
    if (gone.size > done.size) toast.done(`已发货 ${gone.size - done.size} 张补发单`);
    if (isAll) {
      onDone();
      onClose();
    }
    return isAll;
  };
  return { numbers, faults, done, isBusy, ready, type, ship };
}
