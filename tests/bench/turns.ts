import { type Load, type LoadOptions, load } from './load.ts';
import { atLeast, atMost, median, type Row } from './report.ts';

/** Runs of each side; the median counts. */
const rounds = 3;
/** Length of a load, in ms. */
const warmUpMs = 500;
const runMs = 1300;

/** Results of the two sides, run by run. */
export interface Turns<Floor, Product = Floor> {
  floor: Floor[];
  product: Product[];
}

/** Measures floor and product by turns, so that a busy moment of the machine affects both. */
export async function byTurns<Floor, Product>(
  sides: { floor: () => Promise<Floor>; product: () => Promise<Product> },
  times = rounds,
): Promise<Turns<Floor, Product>> {
  const results: Turns<Floor, Product> = { floor: [], product: [] };
  for (let round = 0; round < times; round += 1) {
    results.floor.push(await sides.floor());
    results.product.push(await sides.product());
  }
  return results;
}

/** Puts both sides under load by turns, after a warm-up of each that does not count. */
export async function loadByTurns(sides: Record<'floor' | 'product', LoadOptions>): Promise<Turns<Load>> {
  await load({ ...sides.floor, milliseconds: warmUpMs });
  await load({ ...sides.product, milliseconds: warmUpMs });
  return byTurns({
    floor: () => load({ ...sides.floor, milliseconds: runMs }),
    product: () => load({ ...sides.product, milliseconds: runMs }),
  });
}

/** The row of a load: the medians of the rates, of the ratios (one of each round) and of the product's p99. */
export function rateRow(what: string, { floor, product }: Turns<Load>, leastRatio?: number): Row {
  return {
    what,
    unit: '/s',
    figure: median(product.map(({ perSecond }) => perSecond)),
    floor: median(floor.map(({ perSecond }) => perSecond)),
    ratio: median(product.map(({ perSecond }, run) => perSecond / (floor[run]?.perSecond ?? Number.NaN))),
    p99: median(product.map(({ p99 }) => p99)),
    ...(leastRatio === undefined ? {} : { target: atLeast(leastRatio, 'ratio') }),
  };
}

/** A row for the p99 of a load alone, in ms, beside the floor's. */
export function p99Row(what: string, { floor, product }: Turns<Load>, mostMs: number): Row {
  const of = (loads: readonly Load[]) => median(loads.map(({ p99 }) => p99));
  return { what, figure: of(product), floor: of(floor), unit: 'ms', target: atMost(mostMs) };
}
