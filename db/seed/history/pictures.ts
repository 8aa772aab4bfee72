import sharp from 'sharp';

const LEGS = [
  [300, 620],
  [690, 620],
  [250, 760],
  [640, 760],
] as const;

/** A chair as lines, its parts apart. */
const CHAIR_APART = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" fill="none" stroke="#445" stroke-width="7">
  <rect width="900" height="900" fill="#fff" stroke="none"/>
  <path d="M270 90 h360 l-22 230 h-316 z M318 90 l16 230 M430 90 v230 M450 90 v230 M582 90 l-16 230"/>
  <path d="M250 410 h400 l60 80 h-520 z M190 490 v32 h520 v-32"/>
  ${LEGS.map(([x, y]) => `<path d="M${x * 0.9} ${y * 0.9} h26 l-6 190 h-14 z"/>`).join('')}
  <path stroke-dasharray="12 14" d="M450 320 v90 M240 530 v40 M660 530 v40"/>
  <path d="M760 700 h70 v90 h-70 z M775 690 h40 M778 730 h34 M778 755 h34"/></svg>`;

/** A carton whose corner was pushed in. */
const BROKEN_BOX = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
  <rect width="1200" height="900" fill="#9aa0a6"/><path d="M0 620h1200v280H0z" fill="#767b82"/>
  <path d="M230 250 680 170 980 290 560 400z" fill="#d9b382"/>
  <path d="M230 250 560 400v360L250 590z" fill="#b98d58"/>
  <path d="M560 400 980 290l-40 130 60 60-50 50 10 90L560 760z" fill="#c79b66"/>
  <path d="m940 420 60 60-50 50 10 90-90-70 20-70-50-40z" fill="#5d4630"/>
  <path d="m390 210 420 130M395 326l-8 350" stroke="#e8d3b0" stroke-width="34" opacity=".75"/>
  <path d="m880 470 60 20m-80 40 70 30" stroke="#3c2d1e" stroke-width="8"/></svg>`;

const drawn = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();

/** 爆炸图 of the chair, and the photo of a parcel that came to harm. */
export const drawChairApart = (): Promise<Buffer> => drawn(CHAIR_APART);
export const drawBrokenBox = (): Promise<Buffer> => drawn(BROKEN_BOX);
