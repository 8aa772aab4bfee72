/** Codes and texts of fields, by the name of the field. */
export type ReportOptions = Readonly<Record<string, readonly { value: string; text: string }[]>>;

export interface ReportColumn {
  title: string;
  dataIndex: string;
  align: 'center';
  sorter: boolean;
  dictCode?: string;
  /** The field itself, where its codes are shown as texts (sic). */
  customRender?: string;
}

/** What a report shows. */
export interface ReportColumns {
  cgRpConfigId: string;
  cgRpConfigName: string;
  columns: ReportColumn[];
  dictOptions: ReportOptions;
}

/** A condition of a report. */
export interface ReportQuery {
  label: string;
  field: string;
  /** `group` lies between two values. */
  mode: 'single' | 'group';
  /** `list` for codes of a dictionary, else the kind of the field. */
  view: string;
  dictCode?: string;
  /** `module:resource` of what is linked. */
  to?: string;
  /** `1`: waits behind 展开. */
  hidden?: string;
}

export type ReportRow = Readonly<Record<string, unknown>>;

/** One page of a report. */
export interface ReportData {
  total: number;
  records: ReportRow[];
}
