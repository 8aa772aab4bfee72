import { fetched } from '#ui/fetched.tsx';
import type { HistoryChange } from '#kit/model/resource-routes.ts';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import type { DetailPageProps } from './detail/detail-page.tsx';
import type { DetailRow } from './detail/use-row.ts';
import type { ResourceDetailProps } from './detail/resource-detail.tsx';
import type { DraftPageProps } from './draft/draft-page.tsx';
import type { CronInputProps } from '#ui/cron/cron-input.tsx';
import type { HistoryTimelineProps } from './lifecycle/history-timeline.tsx';
import type { ResourcePickerProps } from './picker/resource-picker.tsx';
import type { AreaSelectProps } from '#ui/area/area-select.tsx';
import type { EditProps } from '#ui/cells/faces.ts';
import type { CodeEditorProps } from '#ui/editors/code-editor.tsx';
import type { MarkdownEditorProps } from '#ui/editors/markdown-editor.tsx';
import type { RichTextEditorProps } from '#ui/editors/rich-text-editor.tsx';
import type { RichTextProps } from '#ui/editors/rich-text.tsx';
import type { DialogFrameProps } from '#ui/modal/dialog-frame.tsx';

export { Grid } from './lazy-grids.tsx';
export { DraftDrawer, FormDrawer, ResourceForm } from './lazy-form.tsx';
export { BatchMove, DetailDrawer, ImportDialog } from './lazy-list-dialogs.tsx';
export { TagDialog } from './tags/lazy-tag-dialog.ts';
export { LineGrid } from './lazy-lines.tsx';
export { MoveDialog } from './lazy-move-dialog.tsx';
/** A row on its own: state, moves, fields, child rows, history. */
export const ResourceDetail = fetched<ResourceDetailProps>(() =>
  import('./detail/resource-detail.tsx').then((module) => module.ResourceDetail),
);
/** A row on a page of its own, to be edited as its kind allows; slots are given the row as `R` has it. */
export const DetailPage = fetched<DetailPageProps>(() =>
  import('./detail/detail-page.tsx').then((module) => module.DetailPage),
) as <Of extends AnyResource, R = DetailRow<Of>>(props: DetailPageProps<NoInfer<R>> & { of: Of }) => ReactNode;
/** A document that is still a draft on a page of its own. */
export const DraftPage = fetched<DraftPageProps>(() =>
  import('./draft/draft-page.tsx').then((module) => module.DraftPage),
);
/** Chooses rows of a resource in a dialog. */
export const ResourcePicker = fetched<ResourcePickerProps>(() =>
  import('./picker/resource-picker.tsx').then((module) => module.ResourcePicker),
);
/** Who moved a document when and why. */
export const HistoryTimeline = fetched<HistoryTimelineProps>(() =>
  import('./lifecycle/history-timeline.tsx').then((module) => module.HistoryTimeline),
);
/** Fields that somebody changed, from what to what. */
export const ChangeList = fetched<{ changes: readonly HistoryChange[] }>(() =>
  import('./lifecycle/history-timeline.tsx').then((module) => module.ChangeList),
);
/** Rich text to be read: cleaned once more, links into the console stay in its tabs. */
export const RichText = fetched<RichTextProps>(() =>
  import('#ui/editors/rich-text.tsx').then((module) => module.RichText),
);
/** Writes rich text: formats, tables, links, pictures. */
export const RichTextEditor = fetched<RichTextEditorProps>(() =>
  import('#ui/editors/rich-text-editor.tsx').then((module) => module.RichTextEditor),
);
/** Rich text as the input of a field of a form. */
export const RichTextEdit = fetched<EditProps>(() =>
  import('#ui/editors/rich-text-edit.tsx').then((module) => module.RichTextEdit),
);
/** Writes Markdown beside what it will look like. */
export const MarkdownEditor = fetched<MarkdownEditorProps>(() =>
  import('#ui/editors/markdown-editor.tsx').then((module) => module.MarkdownEditor),
);
/** Writes code of twelve languages. */
export const CodeEditor = fetched<CodeEditorProps>(() =>
  import('#ui/editors/code-editor.tsx').then((module) => module.CodeEditor),
);
/** A Quartz cron expression, typed or put together in a dialog. */
export const CronInput = fetched<CronInputProps>(() =>
  import('#ui/cron/cron-input.tsx').then((module) => module.CronInput),
);
/** Chooses a province, city and district. */
export const AreaSelect = fetched<AreaSelectProps>(() =>
  import('#ui/area/area-select.tsx').then((module) => module.AreaSelect),
);
/** A dialog that can take the whole window and be moved aside. */
export const DialogFrame = fetched<DialogFrameProps>(() =>
  import('#ui/modal/dialog-frame.tsx').then((module) => module.DialogFrame),
);
