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
  RateEdit,
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
import { recordFaces, tagFaces } from './record-cells.tsx';
import { DateEdit, DateRangeSearch, DateTimeEdit, TimeShow } from './time-cells.tsx';
import { UploadsEdit, UploadsSearch, UploadsShow } from './lazy-upload-cells.tsx';
import './cells.css';

const integer: CellFaces = {
  Show: IntegerShow,
  Edit: IntegerEdit,
  Search: NumberRangeSearch,
  sortable: true,
};

const uploads: CellFaces = {
  Show: UploadsShow,
  Edit: UploadsEdit,
  Search: UploadsSearch,
  sortable: false,
};

/**
 * The web's faces of every field kind: how a value shows in lists and details, how it is edited in
 * forms and dialogs, how it is searched. A new kind does not compile until it stands here.
 */
export const widgetCells = {
  text: { Show: TextShow, Edit: TextEdit, Search: TextSearch, sortable: true },
  textarea: { Show: LongTextShow, Edit: LongTextEdit, Search: TextSearch, sortable: true },
  integer,
  quantity: integer,
  money: { Show: MoneyShow, Edit: MoneyEdit, Search: NumberRangeSearch, sortable: true },
  price: { Show: PriceShow, Edit: DecimalEdit, Search: NumberRangeSearch, sortable: true },
  rate: { Show: RateShow, Edit: RateEdit, Search: NumberRangeSearch, sortable: true },
  flag: { Show: FlagShow, Edit: FlagEdit, Search: FlagSearch, sortable: true },
  choice: { Show: ChoiceShow, Edit: ChoiceEdit, Search: ChoiceSearch, sortable: true },
  choices: { Show: ChoicesShow, Edit: ChoicesEdit, Search: null, sortable: false },
  link: recordFaces,
  tags: tagFaces,
  date: { Show: TimeShow, Edit: DateEdit, Search: DateRangeSearch, sortable: true },
  datetime: { Show: TimeShow, Edit: DateTimeEdit, Search: DateRangeSearch, sortable: true },
  length: { Show: LengthShow, Edit: LengthEdit, Search: LengthRangeSearch, sortable: true },
  weight: { Show: WeightShow, Edit: WeightEdit, Search: WeightRangeSearch, sortable: true },
  secret: { Show: SecretShow, Edit: SecretEdit, Search: null, sortable: false },
  sealed: { Show: TextShow, Edit: TextEdit, Search: null, sortable: false },
  json: { Show: JsonShow, Edit: JsonEdit, Search: null, sortable: false },
  files: uploads,
  pictures: uploads,
} satisfies Record<Kind, CellFaces>;
