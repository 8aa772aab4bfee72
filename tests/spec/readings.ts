/** Where the specification can be read in two ways, and what we chose. */
export const READINGS: readonly (readonly [reading: string, choice: string])[] = [
  ['permission `type` 1/2 as menu/button or show/disable', 'show/disable, as the wire of the base has it'],
  ['`selectDepart` PUT or POST', 'both; a new token follows, the old one serves until it is used (adr/0011)'],
  ['total of a list', 'exact where counters know it or up to 10,000, else `10000+`'],
  ['`>=x` with and without a blank', 'both are a comparison'],
  ['menu url placeholders evaluated', 'a closed list (host, apiBase, tenantId, username), never evaluated'],
  ['settings drawer in development only', "everybody's, everywhere: it is how people set up their console"],
  [
    'years of an expression 2019–2119 or a hundred from this one',
    'a hundred from this one are offered; texts are read as Quartz has it',
  ],
  [
    'a select with an empty keyword asks for nothing',
    'links show their first twenty when opened; the search select of contract §5.3 waits for a word',
  ],
  [
    'multiple select shows 1 tag',
    'in query bars; forms and dialogs show what fits, since there it is what one works on',
  ],
  [
    'file name cut at 5 characters',
    'in inputs and pop-ups of cells; a painted cell shows what its column has room for, and copies the whole',
  ],
  [
    "texts too long: 最大长度N位字符 or with the field's name",
    '名称不能超过N个字符, in forms, grids, sheets and answers alike; the builders of forms keep theirs',
  ],
  [
    'national ID with or without check digit',
    'date of birth and check digit are judged: a typing error is what they are for',
  ],
  [
    'payloads of grid events',
    'rows and values as they are used (`onSelectRowChange(rows)`, `onValueChange(changes)`), not the events of the old grid',
  ],
  [
    'options of a column per widget (`customValue`, `allowInput`, `action`, `token` …)',
    'the kind of the field says it, once for list, form and grid',
  ],
  [
    '`dbType` of a query condition, `triggerChange` of a picker',
    'not sent and not needed: the server reads by kind, a picker reports once, when it is confirmed',
  ],
  [
    'the app-id header of low-code app routes',
    'accepted from other clients and without effect: forms and reports belong to a tenant, and a place in its menu with its right stands for an app; `lowAppId` of a report is kept as it came',
  ],
  [
    'number cells: invalid typing is reverted, an invalid text becomes empty on blur',
    'what is typed stays in sight as typed, is marked and refused; a number of it becomes the number on leaving. A key taken back in silence made 75 of a `+5` over 7',
  ],
  [
    'an amount pasted with the sign or code of a currency',
    'read where it is that of the row (of a price without one: the base currency), else refused: the same figure would be another amount',
  ],
];

/** What the menu or the wire of this version could suggest and is not there yet. */
export const NOT_BUILT = [
  'billing, recharge, recharge administration and wallet of finance',
  'orders at the wholesale supplier (drop-ship, self-label) and its feed by file',
  'profit of an order after fees and deductions (the report SKU利润 waits for it)',
  'a provider of text messages (there is a port)',
];
