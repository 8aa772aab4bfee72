/**
 * Front door of the web kit. Modules import from here only; what is not named here is the kit's
 * own business. Widgets that are heavy fetch their code when they are first shown.
 */
export { ApiError, isOutcomeUnknown, type Envelope } from './api-error.ts';
export { createActionKeys, useActionKeys, type ActionKeys } from './action-key.ts';
export {
  call,
  download,
  get,
  openFile,
  post,
  upload,
  type CallOptions,
  type Query,
} from './http.ts';
export { ask, say, tell, type Question } from './feedback.tsx';
export { keyOf, queryClient, refreshResource } from './query-client.ts';
export { BlankState } from './blank-state.tsx';
export { ScrollRegion } from './scroll-region.tsx';
export { TimeLeft } from './time-left.tsx';
export { serverNow, tenantDay, wireTimeAt } from './tenant-clock.ts';
export type { Brand } from './brand.ts';

export { findLifecycle, findResource, provideDeclarations } from './declarations.ts';
export { registerPages, type PageLoader, type PageSpec, type PageSpecs } from './pages.ts';
export { defineSlot, type Slot } from './slots.tsx';
export { Console } from './shell/console.tsx';
export { ErrorBoundary } from './shell/error-boundary.tsx';
export { usePage, useOptionalPage, usePageTitle, type Page } from './shell/page-context.ts';
export { useIsMobile } from './shell/use-is-mobile.ts';

export { usePermission, usePermissions } from './session/access.ts';
export { useSession } from './session/use-session.ts';
export { signOut } from './session/sign-in.ts';
export type { Session, SessionUser } from './session/session-store.ts';

export { AUDIT_FIELDS, fieldOf, labelOf } from './audit-fields.ts';
export { cellOf, cells } from './cells/cells.ts';
export type { CellFaces, EditProps, Row, SearchProps, ShowProps } from './cells/faces.ts';
export { useDictOptions } from './cells/choice-cells.tsx';
export { useDebounced, useRemoteOptions, type Option } from './cells/link-cells.tsx';
export { grouped, shortPrice, shortRate } from './cells/number-text.ts';
export { UNITS, useUnits, type Unit, type UnitSystem } from './units.ts';

export { ListPage, type ListPageProps } from './list/list-page.tsx';
export { useList, type ListAnswer, type ListHandle, type UseListOptions } from './list/use-list.ts';
export { ListTable, type ListTableProps } from './list/list-table.tsx';
export { listColumns, type ColumnSpec, type ListColumn } from './list/columns.tsx';
export { listFilters, SearchBar, type FilterSpec } from './list/search-bar.tsx';
export { StatusTabs } from './list/status-tabs.tsx';
export { selectedCount, type Selection } from './list/selection.ts';

export { FieldInputs, type FieldInputsProps } from './form/field-inputs.tsx';
export {
  changedValues,
  filledValues,
  formLayout,
  startValues,
  storedValues,
} from './form/form-values.ts';
export { judgeField } from './form/judge-field.ts';
export { StaleNotice } from './form/stale-notice.tsx';
export { useSubmission, type Submission } from './form/use-submission.ts';
export type { ResourceFormProps } from './form/resource-form.tsx';

export { detailPath } from './detail/detail-path.ts';
export { fetchRow, useRow, type DetailRow } from './detail/use-row.ts';
export type { ResourceDetailProps } from './detail/resource-detail.tsx';
export { FieldList, AuditLine, detailKeys } from './detail/field-list.tsx';
export type { ResourcePickerProps } from './picker/resource-picker.tsx';

export {
  ActionButtons,
  MoveButtons,
  type MoveButtonsProps,
  type RowAction,
} from './lifecycle/move-buttons.tsx';
export type { MoveDialogProps, MoveDialogs } from './lifecycle/move-dialog.tsx';
export {
  legalMoves,
  tabMoves,
  type CapabilityOf,
  type OfferedMove,
} from './lifecycle/legal-moves.ts';
export { runMove, type BatchRow, type BatchScope, type MoveAnswer } from './lifecycle/run-move.ts';
export { StateTag } from './lifecycle/state-tag.tsx';
export { ExportButton } from './sheets/export-button.tsx';
export { FileChoice } from './sheets/file-choice.tsx';
export { storedFilePath } from './sheets/stored-file.ts';
export {
  BatchMove,
  DetailDrawer,
  HistoryTimeline,
  ImportDialog,
  MoveDialog,
  ResourceDetail,
  ResourceForm,
  ResourcePicker,
} from './lazy-widgets.tsx';
