import { areaList } from '@vant/area-data';

/** A province, city or district by its six digits (GB/T 2260). */
export interface Area {
  code: string;
  name: string;
  /** None below a district. */
  children?: Area[];
}

/** China, the root of the tree. */
const ROOT_AREA = '86';

const PROVINCE = 2;
const CITY = 4;

const codeOf = (code: string, digits: number): string => code.slice(0, digits).padEnd(6, '0');

function grouped(names: Readonly<Record<string, string>>, digits: number): Map<string, Area[]> {
  const groups = new Map<string, Area[]>();
  for (const [code, name] of Object.entries(names)) {
    const parent = digits === 0 ? ROOT_AREA : codeOf(code, digits);
    const group = groups.get(parent) ?? [];
    group.push({ code, name });
    groups.set(parent, group);
  }
  return groups;
}

function buildTree(): readonly Area[] {
  const districts = grouped(areaList.county_list, CITY);
  const cities = grouped(areaList.city_list, PROVINCE);
  const within = (areas: Area[], next: (code: string) => Area[]): Area[] =>
    areas.map((area) => ({ ...area, children: next(area.code) }));
  return within(grouped(areaList.province_list, 0).get(ROOT_AREA) ?? [], (province) =>
    within(cities.get(province) ?? [], (city) => districts.get(city) ?? []),
  );
}

/** The provinces with all that is below them. */
export const areaTree: readonly Area[] = buildTree();

const nameOf = (code: string): string | undefined =>
  areaList.county_list[code] ?? areaList.city_list[code] ?? areaList.province_list[code];

/**
 * Codes from the province down to an area. A code of former days ends the way as it is, below
 * what is still known of it; for nothing chosen the way is empty.
 */
export function areaPath(code: string | null | undefined): string[] {
  if (!code) return [];
  const above = [codeOf(code, PROVINCE), codeOf(code, CITY)];
  return [...new Set([...above.filter((one) => nameOf(one) !== undefined), code])];
}

/** What is below an area on a way; nothing below one that nobody knows. */
export function areasBelow(path: readonly string[]): readonly Area[] {
  return path.reduce<readonly Area[]>(
    (areas, code) => areas.find((area) => area.code === code)?.children ?? [],
    areaTree,
  );
}
