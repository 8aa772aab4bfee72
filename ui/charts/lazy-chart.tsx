import { fetched } from '../fetched.tsx';
import type { ChartProps } from './chart.tsx';

/** {@link ChartProps}: the library behind it is fetched with the first chart that is shown. */
export const Chart = fetched<ChartProps>(() => import('./chart.tsx').then((module) => module.Chart));
