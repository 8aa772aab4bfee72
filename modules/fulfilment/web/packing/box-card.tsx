import { Alert, Button, Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { CopiedText, refreshResource, runMove, StateTag, useActionKeys, usePermission } from '#kit/web/index.ts';
import { gramsToPounds } from '#kit/model/unit.ts';
import { boxLifecycle } from '../../model/shipment-lifecycle.ts';
import { box as boxResource } from '../../model/shipment.ts';
import { draftOf, isChanged, measuresOf, SIZES, type BoxDraft } from './box-draft.ts';
import type { PackingBox } from '../../model/routes.ts';

/** What is typed on the boxes of a shipment and not stored yet, by box. */
export type BoxDrafts = Readonly<Record<string, BoxDraft>>;

/** One box: which carton of which piece, its measures, and closing it. */
export function BoxCard({
  box,
  title,
  mayOpenAgain,
  draft = draftOf(box),
  isCurrent,
  isFolded,
  foot,
  onChoose,
  onDraft,
  onDone,
}: {
  box: PackingBox;
  /** `k / n` */
  title: string;
  /** Not while the channel makes labels for it. */
  mayOpenAgain: boolean;
  draft?: BoxDraft | undefined;
  /** It is packed now: brought into sight when it becomes so. */
  isCurrent: boolean;
  /** Only what it is; a tap shows the rest. */
  isFolded: boolean;
  /** Where 封箱 stands at the thumb. */
  foot: HTMLElement | null;
  onChoose: () => void;
  onDraft: (draft: BoxDraft | undefined) => void;
  onDone: () => void;
}): ReactNode {
  const maySeal = usePermission('fulfilment:box:seal');
  const mayReopen = usePermission('fulfilment:box:reopen');
  const { run, isBusy, refusal } = useBoxMoves(box, onDone);
  const isOpen = box.status === 'open';
  const seal = (): Promise<void> =>
    run(async (move) => {
      await saveMeasures(box, draft, move);
      await move('seal', {});
      onDraft(undefined);
    });
  const place = useRef<HTMLElement>(null);
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) place.current?.scrollIntoView({ block: 'nearest' });
    wasCurrent.current = isCurrent;
  }, [isCurrent]);
  const sealing = isOpen && maySeal && (
    <Button block={!foot} type={foot ? 'primary' : 'default'} loading={isBusy} onClick={() => void seal()}>
      {foot ? `封箱 ${title}` : '封箱'}
    </Button>
  );
  return (
    <section
      ref={place}
      className={`pk-box pk-box-${box.status}${isCurrent && isOpen ? ' pk-box-now' : ''}`}
      aria-label={`第 ${title} 箱`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isOpen && maySeal) {
          event.preventDefault();
          event.stopPropagation();
          void seal();
        }
      }}
    >
      <header>
        <strong>{title}</strong>
        <span className="pk-weak">{box.boxNo}</span>
        <StateTag lifecycle={boxLifecycle} state={box.status} />
      </header>
      <div className="pk-box-goods">
        <BoxContent box={box} />
        {isFolded && isOpen && <Button onClick={onChoose}>装这一箱</Button>}
      </div>
      {isFolded && isOpen ? null : isOpen ? (
        <MeasureInputs box={box} draft={draft} disabled={isBusy} onDraft={onDraft} />
      ) : (
        <Measured box={box} />
      )}
      {box.trackingNo && (
        <div className="pk-tracking">
          运单 <CopiedText text={box.trackingNo} what="运单号" />
        </div>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} />}
      {foot && sealing ? createPortal(sealing, foot) : !isFolded && sealing}
      {box.status === 'sealed' && mayOpenAgain && mayReopen && (
        <Button type="link" size="small" loading={isBusy} onClick={() => void run((move) => move('reopen', {}))}>
          开箱
        </Button>
      )}
    </section>
  );
}

type RunMove = (move: string, body: Record<string, unknown>) => Promise<void>;

/** Stores what was typed on a box, if anything was. @throws Error in words for the packer */
export async function saveMeasures(box: PackingBox, draft: BoxDraft | undefined, move: RunMove): Promise<void> {
  if (!draft || !isChanged(draft, box)) return;
  const measures = measuresOf(draft, box);
  if (!measures) throw new Error(`${box.boxNo} 的重量和长宽高都要填大于 0 的数`);
  await move('measure', measures);
}

/** Makes a move of a box. @throws ApiError when it is refused */
export async function moveBox(
  box: PackingBox,
  move: string,
  body: Record<string, unknown>,
  key: string,
): Promise<void> {
  await runMove(boxLifecycle, box.id, move, body, key);
}

function useBoxMoves(box: PackingBox, onDone: () => void) {
  const keys = useActionKeys();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: (move: RunMove) => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await work(async (move, body) => {
        try {
          await moveBox(box, move, body, keys.keyFor([move, body]));
          keys.settle(null);
        } catch (error) {
          keys.settle(error);
          throw error;
        }
      });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '操作失败');
    } finally {
      setBusy(false);
      void refreshResource(boxResource);
      onDone();
    }
  };
  return { run, isBusy, refusal };
}

/** `k/n 箱名` of every carton in the box, as the packer reads it on the carton. */
function BoxContent({ box }: { box: PackingBox }): ReactNode {
  if (box.items.length === 0) return <div className="pk-content">{box.content || '空箱'}</div>;
  return (
    <ul className="pk-content">
      {box.items.map((item) => (
        <li key={`${item.shipmentLineId}-${item.piece}-${item.cartonNo}`}>
          <strong>{item.channelSku}</strong>{' '}
          {item.cartons > 1 ? (
            <>
              第{item.piece}件{' '}
              <span className="pk-carton">
                {item.cartonNo}/{item.cartons} {item.label}
              </span>
            </>
          ) : (
            <span className="pk-carton">×{item.qty}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function MeasureInputs({
  box,
  draft,
  disabled,
  onDraft,
}: {
  box: PackingBox;
  draft: BoxDraft;
  disabled: boolean;
  onDraft: (draft: BoxDraft) => void;
}): ReactNode {
  return (
    <div className="pk-measures">
      {SIZES.map(([key, title, unit]) => (
        <label key={key}>
          <span>{title}</span>
          <Input
            data-measure={key}
            data-box={box.id}
            inputMode="decimal"
            enterKeyHint="next"
            autoComplete="off"
            suffix={unit}
            aria-label={`${box.boxNo} ${title}`}
            disabled={disabled}
            value={draft[key]}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onDraft({ ...draft, [key]: event.target.value })}
          />
        </label>
      ))}
    </div>
  );
}

function Measured({ box }: { box: PackingBox }): ReactNode {
  const { weight, length, width, height } = draftOf(box);
  return (
    <div className="pk-measured">
      {weight || '—'} lb　{length || '—'} × {width || '—'} × {height || '—'} in
      {box.dimWeightG !== null && <span className="pk-weak">　材积重 {gramsToPounds(box.dimWeightG)} lb</span>}
    </div>
  );
}
