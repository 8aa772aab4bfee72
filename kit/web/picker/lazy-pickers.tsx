import { fetched } from '#ui/fetched.tsx';
import type { LazyTreeSelectProps } from '#ui/tree-select/lazy-tree-select.tsx';
import type { RemoteSearchSelectProps } from '#ui/tree-select/remote-search-select.tsx';
import type { TreeSelectFieldProps } from '#ui/tree-select/tree-select-field.tsx';
import type { PickedFieldProps } from '#ui/picker/picked-field.tsx';
import type { RecordSelectProps } from './record-select.tsx';
import type { ReportSearchProps } from './report-search.tsx';
import type { ReportSelectProps } from './report-select.tsx';

/** Shows what was chosen in a dialog, with a cross each. */
export const PickedField = fetched<PickedFieldProps>(() =>
  import('#ui/picker/picked-field.tsx').then((module) => module.PickedField),
);
/** Chooses records of a list in a dialog; stores their keys. */
export const RecordSelect = fetched<RecordSelectProps>(() =>
  import('./record-select.tsx').then((module) => module.RecordSelect),
);
/** Fills fields of a form from a row of a report. */
export const ReportSelect = fetched<ReportSelectProps>(() =>
  import('./report-select.tsx').then((module) => module.ReportSelect),
);
/** Asks for the conditions of a report. */
export const ReportSearch = fetched<ReportSearchProps>(() =>
  import('./report-search.tsx').then((module) => module.ReportSearch),
);
/** Chooses from a tree whose levels are read as they are opened. */
export const LazyTreeSelect = fetched<LazyTreeSelectProps>(() =>
  import('#ui/tree-select/lazy-tree-select.tsx').then((module) => module.LazyTreeSelect),
);
/** {@link LazyTreeSelect} over a registered table of the server. */
export const TreeSelectField = fetched<TreeSelectFieldProps>(() =>
  import('#ui/tree-select/tree-select-field.tsx').then((module) => module.TreeSelectField),
);
/** A select whose choices are searched while typing. */
export const RemoteSearchSelect = fetched<RemoteSearchSelectProps>(() =>
  import('#ui/tree-select/remote-search-select.tsx').then((module) => module.RemoteSearchSelect),
);
