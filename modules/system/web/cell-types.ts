import { DEPART_COLUMN_WIDTH, USER_COLUMN_WIDTH } from '#kit/model/limits.ts';
import { fetched, registerCellType, type CellEditProps } from '#kit/web/index.ts';

const UserCellEdit = fetched<CellEditProps>(() => import('./cell-editors.tsx').then((module) => module.UserCellEdit));
const DepartCellEdit = fetched<CellEditProps>(() =>
  import('./cell-editors.tsx').then((module) => module.DepartCellEdit),
);

/** Cells of grids that hold people or departments (contract §5.1). */
export function registerPeopleCells(): void {
  registerCellType('sel_user', { isNamed: true, width: USER_COLUMN_WIDTH, Edit: UserCellEdit });
  registerCellType('sel_depart', {
    isNamed: true,
    width: DEPART_COLUMN_WIDTH,
    Edit: DepartCellEdit,
  });
}
