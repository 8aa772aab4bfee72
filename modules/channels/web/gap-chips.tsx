import type { ReactNode } from 'react';
import { QuickChip, QuickGroup, type ListHandle } from '#kit/web/index.ts';

/** A chip for each kind of difference between us and a marketplace; the list shows one kind at a time. */
export function GapChips<Gap extends string, Row extends { id: string }>({
  list,
  names,
  meanings,
}: {
  list: ListHandle<Row>;
  names: Readonly<Record<Gap, string>>;
  /** In the order of the chips. */
  meanings: Readonly<Record<Gap, string>>;
}): ReactNode {
  const { filters } = list.params;
  return (
    <QuickGroup title="差异">
      {(Object.keys(meanings) as Gap[]).map((gap) => (
        <QuickChip
          key={gap}
          isOn={filters['gap'] === gap}
          title={meanings[gap]}
          onClick={() => list.setFilters({ ...filters, gap: filters['gap'] === gap ? '' : gap })}
        >
          {names[gap]}
        </QuickChip>
      ))}
    </QuickGroup>
  );
}
