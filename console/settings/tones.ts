import type { ColorScheme } from '#ui/color-scheme.ts';

/** The tones of a primary colour that the console paints with. */
export interface Tones {
  /** The colour itself: markers, never text. */
  accent: string;
  /** Solid buttons and text: 4.5 : 1 or more on every ground of the theme, and on the tint. */
  solid: string;
  /** Under the pointer: further from the grounds, so that what stands on it keeps its contrast. */
  hover: string;
  active: string;
  /** Ground of what is chosen. */
  tint: string;
  /** What is written on a solid button. */
  onSolid: string;
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

const LEAST_CONTRAST = 4.5;
const STEP = 0.02;

/** Grounds of tokens.css on which text and links stand, and towards what a tone moves until it is read on them. */
const SCHEMES: Readonly<Record<ColorScheme, Scheme>> = {
  light: { grounds: ['#ffffff', '#f5f7fa'], away: '#000000', surface: '#ffffff', tinted: 0.08 },
  dark: {
    grounds: ['#12161c', '#1a2027', '#232b34'],
    away: '#ffffff',
    surface: '#1a2027',
    tinted: 0.14,
  },
};

interface Scheme {
  grounds: readonly string[];
  away: string;
  surface: string;
  /** Share of the colour in the ground of what is chosen. */
  tinted: number;
}

/** Derives the tones of `#RRGGBB`. @throws when it is no such colour */
export function tonesOf(accent: string, scheme: ColorScheme = 'light'): Tones {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) throw new Error(`no colour: ${accent}`);
  const { grounds, away, surface, tinted } = SCHEMES[scheme];
  const tint = mix(surface, accent, tinted);
  const passes = (color: string): boolean =>
    [...grounds, tint].every((ground) => contrast(color, ground) >= LEAST_CONTRAST);
  const further = (color: string, share: number): string => mix(color, away, share);
  let solid = accent.toLowerCase();
  for (let share = STEP; !passes(solid); share += STEP) solid = further(accent, share);
  const onSolid = scheme === 'light' ? '#ffffff' : '#12161c';
  return {
    accent,
    solid,
    hover: further(solid, 0.16),
    active: further(solid, 0.32),
    tint,
    onSolid,
  };
}

/** What stands around pages: the frame of a window takes the same colour. */
export const surfaceOf = (scheme: ColorScheme): string => SCHEMES[scheme].surface;

/** Contrast of two colours by WCAG: 1 (none) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

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

const channels = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
