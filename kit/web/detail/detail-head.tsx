import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { HiddenRowTag } from '../hidden-row-tag.tsx';
import { labelOf } from '../audit-fields.ts';
import { findLifecycle } from '../declarations.ts';
import { HelpButton } from '../help/help-button.tsx';
import { ActionButtons, MoveButtons } from '../lifecycle/move-buttons.tsx';
import { StagePath } from '../lifecycle/stage-path.tsx';
import { StateTag } from '../lifecycle/state-tag.tsx';
import { PRINT_ACTION } from '../print/print-page.ts';
import type { DetailSlots } from './detail-slots.ts';
import { Neighbours } from './neighbours.tsx';
import type { DetailRow } from './use-row.ts';

type HeadSlots = Pick<
  DetailSlots,
  'tags' | 'skips' | 'about' | 'buttons' | 'moves' | 'dialogs' | 'first' | 'actions' | 'visible' | 'isCalm'
>;

export interface DetailHeadProps extends HeadSlots {
  of: AnyResource;
  row: DetailRow;
  /** Level of its heading: 1 on a page of its own (default), 2 beside another. */
  level?: 1 | 2 | undefined;
  /** Shows another row of the list in place of this one; its page by default, null: not now. */
  onGo?: ((id: string) => void) | null | undefined;
}

/** Number, state and kind of a row, what can be done with it, and how far it has come. */
export function DetailHead(props: DetailHeadProps): ReactNode {
  const { of, row, level = 1, tags, about, buttons, skips, onGo } = props;
  const lifecycle = findLifecycle(of);
  const state = String(row['status'] ?? '');
  const way = lifecycle && <StagePath lifecycle={lifecycle} state={state} skips={skips?.(row) ?? []} />;
  const neighbours = <Neighbours of={of} id={row.id} onGo={onGo} />;
  return (
    <>
      <header className="wb-detail-head">
        <Name {...props} level={level} />
        {lifecycle && <StateTag lifecycle={lifecycle} state={state} />}
        <HiddenRowTag of={of} row={row} />
        {tags ? tags(row) : !about && <span className="wb-detail-kind">{of.title}</span>}
        {level === 1 && <HelpButton />}
        {!about && neighbours}
        {buttons && <span className="wb-detail-deeds">{buttons(row)}</span>}
        <Operations {...props} />
        {!about && way}
      </header>
      {about && (
        <div className="wb-detail-way">
          {way}
          <span className="wb-detail-about">{about(row)}</span>
          {neighbours}
        </div>
      )}
    </>
  );
}

/** What it is called; the number of a document can be copied. */
function Name({ of, row, level }: DetailHeadProps): ReactNode {
  const Heading = level === 1 ? 'h1' : 'h2';
  const name = labelOf(of, row);
  const isNumbered = of.kind === 'document' && row[of.label as string] === name && of.label !== 'id';
  return (
    <>
      <Heading className="wb-detail-name">{name}</Heading>
      {isNumbered && <CopyButton text={name} what={of.fields[of.label as string]?.title ?? of.title} />}
    </>
  );
}

function Operations({ of, row, moves, dialogs, first, actions, visible = 4, isCalm }: DetailHeadProps): ReactNode {
  const lifecycle = findLifecycle(of);
  const before = first?.(row) ?? [];
  const behind = [...(actions?.(row) ?? []), PRINT_ACTION];
  if (!lifecycle) return <ActionButtons actions={[...before, ...behind]} visible={visible} look="buttons" />;
  return (
    <MoveButtons
      lifecycle={lifecycle}
      row={row}
      moves={moves?.(row)}
      dialogs={dialogs}
      first={before}
      more={behind}
      visible={visible}
      look={isCalm?.(row) ? 'plain' : 'buttons'}
    />
  );
}
