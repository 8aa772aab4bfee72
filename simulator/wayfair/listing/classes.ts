/** The classes of goods, each with what it asks beside what all of them ask. */
import { choice, choicesOf, decimal, heading, integer, text, under, yesNo } from './question.ts';
import type { CatalogueCategory } from '../../catalogue.ts';
import type { Question } from './question.ts';

export interface GoodsClass {
  classId: string;
  className: string;
  /** The seller's parts of these categories stand in it. */
  category: CatalogueCategory | null;
  questions: readonly Question[];
}

const COLOURS = ['Beige', 'Black', 'Blue', 'Brown', 'Gray', 'Green', 'Natural', 'Red', 'White', 'Does Not Apply'];
const MATERIALS = ['Solid Wood', 'Manufactured Wood', 'Metal', 'Upholstered', 'Plastic', 'Glass', 'Stone'];

const size = (ids: readonly [string, string, string]): Question =>
  heading(`${ids[0]}-group`, 'Overall Dimensions', [
    decimal(ids[0], 'Overall Height', 'Inches'),
    decimal(ids[1], 'Overall Width', 'Inches'),
    decimal(ids[2], 'Overall Depth', 'Inches'),
  ]);

const beds: GoodsClass = {
  classId: '12',
  className: 'Beds',
  category: 'Beds',
  questions: [
    choice('4170', 'Size', ['Twin', 'Twin XL', 'Full', 'Queen', 'King', 'California King']),
    choice('378114', 'Color', COLOURS),
    size(['4215', '4216', '4217']),
    choicesOf('380203', 'Frame Material', MATERIALS, {
      children: [
        under(['Solid Wood'], choice('380204', 'Wood Species', ['Oak', 'Pine', 'Acacia', 'Rubberwood', 'Walnut'])),
        under(['Upholstered'], choice('380205', 'Upholstery Material', ['Linen', 'Velvet', 'Faux Leather', 'Bouclé'])),
      ],
    }),
    yesNo('380201', 'Storage Included', {
      children: [under(['Yes'], integer('380202', 'Number of Drawers'))],
    }),
    yesNo('380206', 'Box Spring Required'),
    decimal('380207', 'Weight Capacity', 'Pounds', {
      importanceType: 'RECOMMENDED',
      description: 'The load the frame bears, mattress included.',
    }),
  ],
};

const sinks: GoodsClass = {
  classId: '628',
  className: 'Kitchen Sinks',
  category: null,
  questions: [
    choice('510101', 'Sink Material', ['Stainless Steel', 'Fireclay', 'Granite Composite', 'Cast Iron'], {
      children: [under(['Stainless Steel'], choice('510102', 'Gauge', ['16 Gauge', '18 Gauge', '20 Gauge']))],
    }),
    choice('510103', 'Installation Type', ['Undermount', 'Drop-In', 'Farmhouse / Apron', 'Dual Mount']),
    integer('510104', 'Number of Bowls'),
    yesNo('510105', 'Faucet Included', {
      children: [under(['Yes'], choice('510106', 'Faucet Finish', ['Chrome', 'Brushed Nickel', 'Matte Black']))],
    }),
    size(['510107', '510108', '510109']),
    choice('510110', 'Drain Placement', ['Center', 'Left', 'Right', 'Rear'], { importanceType: 'RECOMMENDED' }),
  ],
};

const chairs: GoodsClass = {
  classId: '143',
  className: 'Accent Chairs',
  category: 'Accent Chairs',
  questions: [
    choice('520101', 'Chair Type', ['Armchair', 'Barrel Chair', 'Club Chair', 'Wingback Chair', 'Slipper Chair']),
    choice('520102', 'Upholstery Color', COLOURS),
    yesNo('520103', 'Upholstered', {
      children: [
        under(['Yes'], choice('520104', 'Upholstery Material', ['Linen', 'Velvet', 'Faux Leather', 'Bouclé'])),
        under(['Yes'], choice('520105', 'Seat Fill Material', ['Foam', 'Down', 'Polyester Fiber'])),
      ],
    }),
    choicesOf('520106', 'Leg Material', MATERIALS, { importanceType: 'RECOMMENDED' }),
    decimal('520107', 'Seat Height', 'Inches'),
    size(['520108', '520109', '520110']),
  ],
};

const rugs: GoodsClass = {
  classId: '215',
  className: 'Area Rugs',
  category: 'Area Rugs',
  questions: [
    choice('530101', 'Rug Shape', ['Rectangle', 'Runner', 'Round', 'Square', 'Oval'], {
      children: [under(['Round'], decimal('530102', 'Diameter', 'Inches'))],
    }),
    choicesOf('530103', 'Material', ['Wool', 'Cotton', 'Jute', 'Polypropylene', 'Polyester', 'Viscose']),
    decimal('530104', 'Pile Height', 'Inches'),
    choice('530105', 'Primary Color', COLOURS),
    yesNo('530106', 'Rug Pad Included'),
    size(['530107', '530108', '530109']),
  ],
};

const nightstands: GoodsClass = {
  classId: '161',
  className: 'Nightstands',
  category: 'Nightstands',
  questions: [
    choice('540101', 'Color', COLOURS),
    choicesOf('540102', 'Main Material', MATERIALS),
    yesNo('540103', 'Drawers Included', {
      children: [under(['Yes'], integer('540104', 'Number of Drawers'))],
    }),
    yesNo('540105', 'USB Ports', { importanceType: 'RECOMMENDED' }),
    size(['540106', '540107', '540108']),
  ],
};

/** Classes that ask no more than colour, material and size; ids by the place in this list. */
const PLAIN: readonly [CatalogueCategory, string][] = [
  ['Dressers', '162'],
  ['Sofas', '141'],
  ['Coffee Tables', '71'],
  ['TV Stands', '74'],
  ['Dining Tables', '81'],
  ['Dining Chairs', '82'],
  ['Bookcases', '91'],
  ['Desks', '93'],
  ['Lamps', '301'],
  ['Bathroom Vanities', '611'],
  ['Mirrors', '305'],
  ['Outdoor', '901'],
];

const plain: GoodsClass[] = PLAIN.map(([category, classId]) => {
  const id = (n: number): string => `${classId}000${n}`;
  return {
    classId,
    className: category,
    category,
    questions: [
      choice(id(1), 'Color', COLOURS),
      choicesOf(id(2), 'Main Material', MATERIALS),
      text(id(3), 'Assembly', { importanceType: 'OPTIONAL' }),
      size([id(4), id(5), id(6)]),
    ],
  };
});

/** In the order of their ids as the channel lists them. */
export const CLASSES: readonly GoodsClass[] = [beds, sinks, chairs, rugs, nightstands, ...plain].sort(
  (a, b) => Number(a.classId) - Number(b.classId),
);

export const classOfCategory = (category: CatalogueCategory): GoodsClass | undefined =>
  CLASSES.find((one) => one.category === category);
