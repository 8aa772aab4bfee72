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
  /** Path of ours that its cells lead to, with `${column}` for values of the row. */
  href?: string;
  /** px. */
  width?: number;
  /** Kind of the field. */
  kind?: string;
  /** Of an amount: the column of its currency. */
  currency?: string;
  /** A share, written in percent. */
  percent?: boolean;
  /** Heading above this and its neighbours of the same. */
  groupTitle?: string;
  /** What all found rows come to is answered with the data. */
  isTotal?: boolean;
}

/** What a report shows. */
export interface ReportColumns {
  cgRpConfigId: string;
  cgRpConfigName: string;
  columns: ReportColumn[];
  dictOptions: ReportOptions;
  /** 返回类型: `2` where several rows may be chosen by a popup that does not say itself. */
  returnType?: '1' | '2';
  /** What is said of it. */
  content?: string | null;
  chart?: { type: string; x: string; y: string[] };
  /** What it cannot be made without yet, in words for people. */
  waitsFor?: string;
  /** Its reader may look at the rows and not have them as a file. */
  noExport?: boolean;
}

/** What is asked of a parameter that is to bind nothing: one that is left out is asked by its default. */
export const ANY_VALUE = '*';

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
  /** A parameter of the report: what is asked where nobody says otherwise. */
  value?: string;
}

/** A parameter of a report, in the words of the base. */
export interface ReportParamInfo {
  paramName: string;
  paramTxt: string;
  paramValue: string;
  orderNum: number;
}

export type ReportRow = Readonly<Record<string, unknown>>;

/** What all found rows of a column come to, amounts by currency. */
export interface ReportTotal {
  field: string;
  value: string;
  currency?: string;
}

/** One page of a report. */
export interface ReportData {
  total: number;
  records: ReportRow[];
  totals?: ReportTotal[];
  /** When its rows were read: an answer is kept for half a minute. */
  at?: string;
}
