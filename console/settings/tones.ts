/** The tones of a primary colour that the console paints with. */
export interface Tones {
  /** The colour itself: markers, never text. */
  accent: string;
  /** Solid buttons and text: 4.5 : 1 or more on white, the page's ground and the tint. */
  solid: string;
  /** Under the pointer: darker, not lighter, so that white text keeps its contrast. */
  hover: string;
  active: string;
  /** Ground of what is chosen. */
  tint: string;
}

interface Preset {
  name: string;
  color: string;
}

/** Colours the settings offer, by the names their users know (spec §2). */
export const PRESETS: readonly Preset[] = [
  { name: '薄暮', color: '#F5222D' },
  { name: '火山', color: '#FA541C' },
  { name: '日暮', color: '#FAAD14' },
  { name: '明青', color: '#13C2C2' },
  { name: '极光绿', color: '#52C41A' },
  { name: '拂晓蓝(默认)', color: '#1890FF' },
  { name: '极客蓝', color: '#2F54EB' },
  { name: '酱紫', color: '#722ED1' },
];

const WHITE = '#ffffff';
/** Of base.css: links stand on it too. */
const GROUND = '#f2f4f7';
const LEAST_CONTRAST = 4.5;
const STEP = 0.02;

/** Derives the tones of `#RRGGBB`. @throws when it is no such colour */
export function tonesOf(accent: string): Tones {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) throw new Error(`no colour: ${accent}`);
  const tint = mix(WHITE, accent, 0.08);
  const passes = (color: string): boolean =>
    [WHITE, GROUND, tint].every((ground) => contrast(color, ground) >= LEAST_CONTRAST);
  let solid = accent.toLowerCase();
  for (let share = STEP; !passes(solid); share += STEP) solid = darker(accent, share);
  return { accent, solid, hover: darker(solid, 0.16), active: darker(solid, 0.32), tint };
}

/** Contrast of two colours by WCAG: 1 (none) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const darker = (color: string, share: number): string => mix(color, '#000000', share);

function mix(color: string, other: string, share: number): string {
  const added = channels(other);
  return `#${channels(color)
    .map((value, at) => Math.round(value * (1 - share) + (added[at] ?? 0) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
