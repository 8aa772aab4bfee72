/**
 * Front door of the web kit. Modules import from here only; what is not named here is the kit's
 * own business. Widgets that are heavy fetch their code when they are first shown.
 */
export { ApiError, isOutcomeUnknown, type Envelope } from '#ui/http/api-error.ts';
export { createActionKeys, newKey, useActionKeys, type ActionKeys } from '#ui/http/action-key.ts';
export { download } from '#ui/http/http.ts';
export { fetchRoute, blobFrom, callRoute, downloadFrom, openFrom, pictureFrom, uploadTo } from '#ui/http/route-call.ts';
export { confirmAction, toast, speak, toastError, toastMissing, type Question } from '#ui/feedback.tsx';
export { cue } from '#ui/scan/cue.ts';
export { ScanBox, type ScanMessage } from '#ui/scan/scan-box.tsx';
export { ScanCamera } from '#ui/scan/lazy-scan-camera.tsx';
export { ScanInput, useScans } from '#ui/scan/scan-input.tsx';
export { useScanner } from '#ui/scan/use-scanner.ts';
export { createTurns } from '#ui/scan/turns.ts';
export { useTurns, type TurnsOfPage } from '#ui/scan/use-turns.ts';
export { useStepQueue, type StepsOfDevice } from '#ui/scan/use-step-queue.ts';
export type { KeyedStep } from '#ui/scan/step-queue.ts';
export { CopyButton } from '#ui/copy-button.tsx';
export { copyText } from '#ui/copy-text.ts';
export { rowSaved } from './live/saved-rows.ts';
export { keyOf, queryClient, refreshResource } from './query-client.ts';
export { fetchResource, callResource } from './resource-call.ts';
export { BlankState } from '#ui/blank-state.tsx';
export { fetched } from '#ui/fetched.tsx';
export { ForeignWords } from '#ui/foreign-words.tsx';
export { ScrollRegion } from '#ui/scroll-region.tsx';
export { Chart } from '#ui/charts/lazy-chart.tsx';
export type { ChartProps, ChartTones } from '#ui/charts/chart.tsx';
export { TimeLeft } from '#ui/time-left.tsx';
export { TimeThere, ZonedTime } from '#ui/zoned-time.tsx';
export { serverNow, tenantDay, wireTimeAt } from '#ui/tenant-clock.ts';
export type { GalleryPart, GalleryParts, GalleryState } from '#ui/gallery-part.ts';

export {
  declaredSettings,
  findDeclared,
  findLifecycle,
  findResource,
  provideDeclarations,
  tenantWorks,
} from './declarations.ts';
export {
  offerPages,
  registerPages,
  registerRoutes,
  type PageLoader,
  type PageSpec,
  type PageSpecs,
  type RouteSpecs,
} from './pages.ts';
export { HelpButton, LazyHelpDrawer } from './help/help-button.tsx';
export { provideHandbook, type Handbook } from './help/handbook.ts';
export { defineRowActionSlot, type SlotActionProps } from './row-action-slot.tsx';
export { defineSlot, type Slot } from './slots.tsx';
export { ErrorBoundary } from '#ui/error-boundary.tsx';
export { usePage, useOptionalPage, usePageTitle, type Page } from '#ui/page/page-context.ts';
export { dropLocally, writeLocal, readLocal } from '#ui/browser-store.ts';
export { useUnsavedWork } from '#ui/page/held-pages.ts';
export { useRequestedForm } from './form/use-requested-form.ts';
export { useGuardedClose, type GuardedClose } from '#ui/page/use-guarded-close.ts';
export { DraftNote } from './form/draft-note.tsx';
export { draftKey, useDraft, withoutSecrets, type DraftOffer } from './form/use-draft.ts';
export { useIsMobile } from '#ui/use-is-mobile.ts';

export { usePermission, usePermissions } from './session/access.ts';
export { useSession } from './session/use-session.ts';
export { storeDicts, storeUser, type Session, type SessionUser } from './session/session-store.ts';
export { onSocketMessage, useSocketState, type SocketMessage } from './live/socket-messages.ts';
export { setListRefresh, useListRefresh } from './list-refresh-choice.ts';

export { AUDIT_FIELDS, fieldOf, labelOf } from './audit-fields.ts';
export { cellOf, cells } from './cells/cells.ts';
export { inputProps, isBlank } from '#ui/cells/faces.ts';
export type { CellFaces, EditProps, Row, SearchProps, ShowProps } from '#ui/cells/faces.ts';
export { useDictOptions } from '#ui/cells/choice-cells.tsx';
export { useRemoteOptions, type Option } from './cells/link-cells.tsx';
export { useDebounced } from '#ui/use-debounced.ts';
export { grouped, shortPrice, shortRate } from '#ui/cells/number-text.ts';
export { UNITS, useUnits, type Unit, type UnitSystem } from '#ui/units.ts';

export { BulkEdit, HeldStrip } from './lazy-list-dialogs.tsx';
export { DocumentImport } from './list/document-import.tsx';
export { ListPage, type ListPageProps } from './list/list-page.tsx';
export { useList, type ListAnswer, type ListHandle, type UseListOptions } from './list/use-list.ts';
export { provideCapabilities, useCapabilities, type CapabilitiesOf } from './lifecycle/capabilities.ts';
export { leaveTrail } from './list/list-trail.ts';
export { listStrip } from './list/list-strip.ts';
export { ListTable, type ListTableProps } from './list/list-table.tsx';
export { listColumns } from './list/columns.tsx';
export { withRoom } from './list/column-widths.ts';
export type { ColumnSpec, OwnColumn, ListColumn } from './list/list-column.ts';
export { listFilters, type FilterSpec } from './list/list-filters.ts';
export { SearchBar } from './list/search-bar.tsx';
export { QuickChip, QuickGroup } from './list/quick-chip.tsx';
export { StatusTabs } from './list/status-tabs.tsx';
export { AdvancedQueryButton } from './query/advanced-query-button.tsx';
export { scopeOf, selectedCount, type Selection } from './list/selection.ts';

export { FieldInputs, type FieldInputsProps } from './form/field-inputs.tsx';
export { bothChanged, changedValues, filledValues, formLayout, startValues, storedValues } from './form/form-values.ts';
export { judgeField } from '#ui/cells/judge-field.ts';
export { antdRules } from './form/antd-rules.ts';
export { takenCheck } from './form/taken-check.ts';
export { RefusalNote } from './form/refusal-note.tsx';
export { SettingsPart } from './form/settings-part.tsx';
export { StaleNotice } from './form/stale-notice.tsx';
export { useNewsOfRow } from './detail/use-news-of-row.ts';
export { useFirstFocus } from './form/use-first-focus.ts';
export { isStaleVersion, useSubmission, type Submission } from './form/use-submission.ts';
export type { ResourceFormProps } from './form/resource-form.tsx';

export { Ellipsis } from '#ui/widgets/ellipsis.tsx';
export { NumberField, type WholeNumber } from '#ui/cells/number-field.tsx';
export { GroupedNumber, type GroupedNumberProps } from '#ui/widgets/grouped-number.tsx';
export { DateRangeInput, TimeRangeInput } from '#ui/widgets/range-inputs.tsx';
export type { RangeInputProps } from '#ui/widgets/range-input-props.ts';
export { SearchText, type SearchTextProps } from '#ui/widgets/search-text.tsx';
export { SlideVerify } from '#ui/widgets/slide-verify.tsx';
export { TagsInput, type TagsInputProps } from '#ui/widgets/tags-input.tsx';
export { YesNoSwitch, type YesNoSwitchProps } from '#ui/widgets/yes-no-switch.tsx';

export { detailPath } from './detail/detail-path.ts';
export { fetchRow, linesOf, useRow, type DetailRow } from './detail/use-row.ts';
export type { ResourceDetailProps } from './detail/resource-detail.tsx';
export { FactList, type Fact } from './detail/fact-list.tsx';
export { PersonName } from '#ui/person-name.tsx';
export { FieldList, AuditLine } from './detail/field-list.tsx';
export { CopiedText } from './detail/copied-text.tsx';
export { DetailFrame } from './detail/detail-frame.tsx';
export { DetailColumns } from './detail/detail-columns.tsx';
export type { DetailSlots, FactGroup } from './detail/detail-slots.ts';
export { FactPart } from './detail/fact-part.tsx';
export { NextStep, type NextDeadline, type NextHand } from './detail/next-step.tsx';
export type { QuestionLine } from './lines/question-line.ts';
export type { LinesSlot } from './lifecycle/use-lines-state.ts';
export { PicturedLine, PicturedLines } from './detail/pictured-lines.tsx';
export { RowPicture } from './cells/row-picture.tsx';
export { DetailPart, PartTable } from './detail/detail-part.tsx';
export { RowFault } from './detail/row-fault.tsx';
export { usePartRows } from './detail/use-part-rows.ts';
export { PictureTile } from './cells/picture-tile.tsx';
export { packFiles } from './sheets/pack-files.ts';
export { SourceLink } from './detail/source-link.tsx';
export type { CronInputProps } from '#ui/cron/cron-input.tsx';
export type { ResourcePickerProps } from './picker/resource-picker.tsx';
export type { RecordSelectProps } from './picker/record-select.tsx';
export type { Picked, PickedFormProps, PickedLook } from '#ui/picker/picked-field.tsx';
export { readKeys, writeKeys } from '#ui/picker/picked-values.ts';
export {
  LazyTreeSelect,
  PickedField,
  RecordSelect,
  RemoteSearchSelect,
  ReportSearch,
  ReportSelect,
  TreeSelectField,
} from './picker/lazy-pickers.tsx';
export type { LazyTreeSelectProps } from '#ui/tree-select/lazy-tree-select.tsx';
export { asTreeNodes, type TreeSource } from '#ui/tree-select/tree-source.ts';
export { searchTree } from '#ui/tree-select/tree-search.ts';

export { ActionButtons, MoveButtons, type MoveButtonsProps } from './lifecycle/move-buttons.tsx';
export type { RowAction } from './lifecycle/row-action.ts';
export type { MoveDialogProps, MoveDialogs } from './lifecycle/move-dialog.tsx';
export { legalMoves, tabMoves, type OfferedMove } from './lifecycle/legal-moves.ts';
export { batchText } from './lifecycle/outcome-text.ts';
export { runMove } from './lifecycle/run-move.ts';
export { versionNow } from './lifecycle/version-now.ts';
export { useMoveDraft, type MoveDraft } from './lifecycle/use-move-draft.ts';
export { HiddenRowTag } from './hidden-row-tag.tsx';
export { Neighbours } from './detail/neighbours.tsx';
export { PRINT_ACTION } from './print/print-page.ts';
export { StagePath } from './lifecycle/stage-path.tsx';
export { StateTag } from './lifecycle/state-tag.tsx';
export { shortNumber } from '#ui/scan/short-number.ts';
export { parseClipboard } from '#ui/grid-data/clipboard.ts';
export { registerCellType, type CellEditProps, type CellType } from '#ui/grid/cell-registry.ts';
export { DialogCell } from '#ui/grid/dialog-cell.tsx';
export { isTempId } from '#ui/grid/grid-column.ts';
export type { GridChanges, GridColumn, GridRow, Linkage, ValueChange } from '#ui/grid/grid-column.ts';
export type { ExpandSettings } from '#ui/grid/grid-expansion.ts';
export type { TreeSettings } from '#ui/grid/grid-tree.ts';
export { SubTable, TreeTable } from './lazy-grids.tsx';
export type { TreeTableHandle, TreeTableProps } from '#ui/tree-table/tree-table.tsx';
export { validateGrids, type GridHandle, type GridProps } from '#ui/grid/grid-props.ts';
export type { LineGridHandle, LineGridProps, RestoredLines } from './lines/line-grid.tsx';
export type { DraftSlots } from './draft/draft-slots.ts';
export { ExportButton } from './sheets/export-button.tsx';
export { FileChoice } from './sheets/file-choice.tsx';
export { SheetErrors } from './sheets/sheet-errors.tsx';
export { DateQuestion, SheetNotes } from './sheets/sheet-questions.tsx';
export { storedFilePath } from '#ui/upload/stored-file.ts';
export { FilePop, FileUpload, ImageUpload, InputPop, UploadCell } from '#ui/upload/lazy-uploads.tsx';
export {
  addressOf as storedPicture,
  nameOf,
  readFiles,
  sizeText,
  type StoredFile,
  type UploadValue,
} from '#ui/upload/stored-files.ts';
export type { UploadedCell } from '#ui/upload/upload-cell.tsx';
export {
  AreaSelect,
  BatchMove,
  ChangeList,
  CodeEditor,
  CronInput,
  DetailDrawer,
  DetailPage,
  DialogFrame,
  DraftDrawer,
  DraftPage,
  FormDrawer,
  Grid,
  HistoryTimeline,
  ImportDialog,
  LineGrid,
  MarkdownEditor,
  MoveDialog,
  TagDialog,
  ResourceDetail,
  ResourceForm,
  ResourcePicker,
  RichText,
  RichTextEdit,
  RichTextEditor,
} from './lazy-widgets.tsx';

export { ReportPage, type ReportPageProps } from './report/report-page.tsx';
export { figureColumn } from './report/figure-column.tsx';
export { Drill, DrillLink, type DrillTo } from './report/drill.tsx';
export { periodFilterByTime, periodFilter, type Period } from './report/period.ts';
export { daysText, shareText } from './report/figure-text.ts';
export { ReportFrame } from './report/report-frame.tsx';
export { Figures, type Figure } from './report/figures.tsx';
