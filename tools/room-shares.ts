import { areaOf } from './areas.ts';
import type { SourceFile } from './syntax.ts';

/** Of all lines; a room that holds more is several rooms. */
export const LARGEST_SHARE = 0.35;

/** A room of the house with its share of the lines, tests beside the code included. */
export interface RoomShare {
  room: string;
  lines: number;
  share: number;
}

/** Every room by its size, the largest first. Each module is a room; connectors are one together. */
export function roomShares(files: readonly SourceFile[]): RoomShare[] {
  const lines = new Map<string, number>();
  for (const { path, source } of files) {
    const room = roomOf(path);
    if (room) lines.set(room, (lines.get(room) ?? 0) + source.split('\n').length - 1);
  }
  const all = [...lines.values()].reduce((sum, one) => sum + one, 0);
  return [...lines].map(([room, own]) => ({ room, lines: own, share: own / all })).sort((a, b) => b.lines - a.lines);
}

/** One line for each room that holds more than it may. */
export const crowdedRooms = (shares: readonly RoomShare[]): string[] =>
  shares
    .filter(({ share }) => share > LARGEST_SHARE)
    .map(
      ({ room, share }) => `${room} holds ${percent(share)} of the house, at most ${percent(LARGEST_SHARE)} is allowed`,
    );

/** `kit 22 %, ui 17 %, …` */
export const shareLine = (shares: readonly RoomShare[]): string =>
  shares.map(({ room, share }) => `${room} ${percent(share)}`).join(', ');

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** null for what serves the house and is no part of it. */
function roomOf(path: string): string | null {
  const [top = '', second = ''] = path.split('/');
  if (areaOf(path).kind === 'unknown') return null;
  if (!HOUSE.has(top) || !path.includes('/')) return null;
  return top === 'modules' ? `${top}/${second}` : top;
}

const HOUSE = new Set('kit ui console platform modules connectors simulator app'.split(' '));
