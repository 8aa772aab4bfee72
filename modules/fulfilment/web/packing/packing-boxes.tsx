import { Alert, Button } from 'antd';
import {
  useRef,
  useState,
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import {
  BlankState,
  newKey,
  parseClipboard,
  runMove,
  toast,
  useActionKeys,
  useIsMobile,
  usePermission,
} from '#kit/web/index.ts';
import { gramsToPounds } from '#kit/model/unit.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { BoxCard, moveBox, saveMeasures, type BoxDrafts } from './box-card.tsx';
import { totalWeight, type BoxDraft } from './box-draft.ts';
import type { Packing, PackingBox } from '../../model/routes.ts';
import { pastedMeasures } from './pasted-measures.ts';

interface PackingBoxesProps {
  data: Packing;
  drafts: BoxDrafts;
  onDrafts: Dispatch<SetStateAction<BoxDrafts>>;
  /** The box that is packed now: on a phone the only one that is shown in full. */
  current: PackingBox | undefined;
  onChoose: (id: string) => void;
  /** Where a phone has what is done next; elsewhere it stands with the boxes. */
  foot: HTMLElement | null;
  onDone: () => void;
}

/**
 * The boxes of a shipment. Enter goes to the next input and from the last one to 全部封箱,
 * Ctrl+Enter closes the box, rows pasted from a spreadsheet fill a box each; what was typed is stored before anything is closed, and stays where
 * it stands when the server refuses.
 */
export function PackingBoxes(props: PackingBoxesProps): ReactNode {
  const { data, drafts, current, foot, onDrafts: setDrafts, onChoose, onDone } = props;
  const isMobile = useIsMobile();
  const sealButton = useRef<HTMLButtonElement>(null);
  const { sealAll, isBusy, refusal } = useSealAll(data, drafts, () => {
    setDrafts({});
    onDone();
  });
  const maySealAll = usePermission('fulfilment:shipment:sealAll') && data.status === 'packing';
  if (data.boxes.length === 0)
    return <BlankState title="还没有箱子" text="点“按箱规装箱”：按每件的箱规生成箱子，重量和尺寸先按箱规填好。" />;
  const paste = (event: ClipboardEvent<HTMLElement>): void => {
    const { target, clipboardData } = event;
    if (!(target instanceof HTMLInputElement) || !target.dataset['box']) return;
    const [text, html] = [clipboardData.getData('text/plain'), clipboardData.getData('text/html')];
    const rows = parseClipboard({ text, html });
    const at = { boxId: target.dataset['box'], key: target.dataset['measure'] as keyof BoxDraft };
    const pasted = pastedMeasures(rows, at, data.boxes, drafts);
    if (!pasted) return;
    event.preventDefault();
    setDrafts(pasted.drafts);
    if (pasted.left > 0) toast.warn(`后面没有箱子了，多出的 ${pasted.left} 行没有粘贴`);
    else toast.done(`已粘贴 ${rows.length} 箱`);
  };
  /** Enter in a measure: the next measure of this or the following box, at the end 全部封箱. */
  const toNextInput = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, ctrlKey, metaKey, currentTarget } = event;
    if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const inputs = measuresIn(currentTarget);
    const next = inputs[inputs.indexOf(target) + 1];
    if (next) return next.focus();
    const following = isMobile ? openBehind(data, current) : undefined;
    // On a phone the button stands at the thumb, outside of this part.
    if (!following) return sealButton.current?.focus();
    // Unfolded at once: a phone keeps its keyboard only for a focus within the key's own event.
    flushSync(() => onChoose(following.id));
    measuresIn(currentTarget)[0]?.focus();
  };
  const sealing = (
    <Button ref={sealButton} type={isMobile ? 'default' : 'primary'} loading={isBusy} onClick={() => void sealAll()}>
      全部封箱
    </Button>
  );
  // A phone has room for one box: the one that is packed now.
  const visible = isMobile ? data.boxes.toSorted((a, b) => Number(b === current) - Number(a === current)) : data.boxes;
  const sealed = data.boxes.filter((box) => box.status !== 'open').length;
  return (
    <section aria-label="箱子" onKeyDown={toNextInput} onPaste={paste}>
      <div className="pk-boxes-head">
        <h2>
          箱子{' '}
          <span className="pk-weak">
            已封 {sealed} / {data.boxes.length}　共 {gramsToPounds(totalWeight(data.boxes, drafts))} lb
          </span>
        </h2>
        {data.boxes.length - sealed > 1 && !isMobile && (
          <span className="pk-weak pk-paste-hint">可从 Excel 粘贴多箱的重量、长、宽、高</span>
        )}
        {maySealAll && !isMobile && sealing}
        {maySealAll && foot && createPortal(sealing, foot)}
      </div>
      {refusal && <Alert type="error" showIcon className="pk-note" title={refusal} />}
      <div className="pk-boxes">
        {visible.map((box) => (
          <BoxCard
            key={box.id}
            box={box}
            mayOpenAgain={data.status === 'packing' || data.status === 'packed'}
            title={`${data.boxes.indexOf(box) + 1} / ${data.boxes.length}`}
            draft={drafts[box.id]}
            isCurrent={box.id === current?.id}
            isFolded={isMobile && box.id !== current?.id}
            foot={box.id === current?.id ? foot : null}
            onChoose={() => onChoose(box.id)}
            onDraft={(draft) =>
              setDrafts(({ [box.id]: _old, ...others }) => (draft ? { ...others, [box.id]: draft } : others))
            }
            onDone={onDone}
          />
        ))}
      </div>
    </section>
  );
}

const measuresIn = (part: HTMLElement): HTMLInputElement[] => [
  ...part.querySelectorAll<HTMLInputElement>('input[data-measure]:enabled'),
];

/** The next box that is still to be measured, behind the one at hand. */
const openBehind = ({ boxes }: Packing, current: PackingBox | undefined): PackingBox | undefined =>
  boxes.slice(boxes.findIndex(({ id }) => id === current?.id) + 1).find(isOpen);

const isOpen = ({ status }: PackingBox): boolean => status === 'open';

/** Stores every changed measure, then closes all boxes; a refusal leaves what was typed. */
function useSealAll(data: Packing, drafts: BoxDrafts, onDone: () => void) {
  const keys = useActionKeys();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sealAll = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      for (const box of data.boxes.filter(({ status }) => status === 'open'))
        await saveMeasures(box, drafts[box.id], (move, body) => moveBox(box, move, body, newKey()));
      await runMove(shipmentLifecycle, data.id, 'sealAll', {}, keys.keyFor('sealAll'));
      keys.settle(null);
      toast.done('全部封箱成功');
      onDone();
    } catch (error) {
      keys.settle(error);
      setRefusal(error instanceof Error ? error.message : '封箱失败');
    } finally {
      setBusy(false);
    }
  };
  return { sealAll, isBusy, refusal };
}
