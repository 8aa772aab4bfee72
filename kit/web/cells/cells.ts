import type { Kind } from '#kit/model/field.ts';
import {
  ChoiceEdit,
  ChoiceSearch,
  ChoiceShow,
  ChoicesEdit,
  ChoicesShow,
  FlagEdit,
  FlagSearch,
  FlagShow,
} from './choice-cells.tsx';
import type { CellFaces } from './faces.ts';
import { LinkEdit, LinkSearch, LinkShow } from './link-cells.tsx';
import {
  DecimalEdit,
  IntegerEdit,
  IntegerShow,
  LengthEdit,
  LengthRangeSearch,
  LengthShow,
  MoneyEdit,
  MoneyShow,
  NumberRangeSearch,
  PriceShow,
  RateShow,
  WeightEdit,
  WeightRangeSearch,
  WeightShow,
} from './number-cells.tsx';
import {
  JsonEdit,
  JsonShow,
  LongTextEdit,
  LongTextShow,
  SecretEdit,
  SecretShow,
  TextEdit,
  TextSearch,
  TextShow,
} from './text-cells.tsx';
import { DateEdit, DateRangeSearch, DateTimeEdit, TimeShow } from './time-cells.tsx';
import { UploadsEdit, UploadsSearch, UploadsShow } from './lazy-upload-cells.tsx';
import './cells.css';

const number = { align: 'right', sortable: true } as const;

const integer: CellFaces = {
  ...number,
  Show: IntegerShow,
  Edit: IntegerEdit,
  Search: NumberRangeSearch,
  width: 92,
};

const uploads: CellFaces = {
  Show: UploadsShow,
  Edit: UploadsEdit,
  Search: UploadsSearch,
  width: 132,
  sortable: false,
};

/**
 * The web's faces of every field kind: how a value shows in lists and details, how it is edited in
 * forms and dialogs, how it is searched. A new kind does not compile until it stands here.
 */
export const cells = {
  text: { Show: TextShow, Edit: TextEdit, Search: TextSearch, width: 150, sortable: true },
  textarea: {
    Show: LongTextShow,
    Edit: LongTextEdit,
    Search: TextSearch,
    width: 240,
    sortable: true,
  },
  integer,
  quantity: integer,
  money: { ...number, Show: MoneyShow, Edit: MoneyEdit, Search: NumberRangeSearch, width: 124 },
  price: { ...number, Show: PriceShow, Edit: DecimalEdit, Search: NumberRangeSearch, width: 104 },
  rate: { ...number, Show: RateShow, Edit: DecimalEdit, Search: NumberRangeSearch, width: 96 },
  flag: { Show: FlagShow, Edit: FlagEdit, Search: FlagSearch, width: 96, sortable: true },
  choice: { Show: ChoiceShow, Edit: ChoiceEdit, Search: ChoiceSearch, width: 108, sortable: true },
  choices: { Show: ChoicesShow, Edit: ChoicesEdit, Search: null, width: 140, sortable: false },
  link: { Show: LinkShow, Edit: LinkEdit, Search: LinkSearch, width: 150, sortable: false },
  date: { Show: TimeShow, Edit: DateEdit, Search: DateRangeSearch, width: 108, sortable: true },
  datetime: {
    Show: TimeShow,
    Edit: DateTimeEdit,
    Search: DateRangeSearch,
    width: 158,
    sortable: true,
  },
  length: { ...number, Show: LengthShow, Edit: LengthEdit, Search: LengthRangeSearch, width: 88 },
  weight: { ...number, Show: WeightShow, Edit: WeightEdit, Search: WeightRangeSearch, width: 92 },
  secret: { Show: SecretShow, Edit: SecretEdit, Search: null, width: 90, sortable: false },
  sealed: { Show: TextShow, Edit: TextEdit, Search: null, width: 150, sortable: false },
  json: { Show: JsonShow, Edit: JsonEdit, Search: null, width: 200, sortable: false },
  files: uploads,
  pictures: uploads,
} satisfies Record<Kind, CellFaces>;

/** The faces of a kind, typed as such. */
export const cellOf = (kind: Kind): CellFaces => cells[kind];
