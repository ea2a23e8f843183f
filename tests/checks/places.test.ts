import { expect, test } from 'vitest';
import { createPlaces } from '../../core/checks/places.ts';

test('a host whose attempts hang has its own limit, hands places on in order, and leaves room for others', async () => {
  const places = createPlaces({ running: 10, runningAtHost: 2, waitingAtHost: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3, 4].map((index) =>
    places.run('hung', () => {
      begun.push(index);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  expect(places.room()).toMatchObject({ places: 5, fullHosts: ['hung'] });
  expect([places.room().placesAt('hung'), places.room().placesAt('other')]).toEqual([0, 5]);
  await places.run('other', async () => {});
  const failed = places.run('other', () => Promise.reject(new Error('failed')));
  await expect(failed).rejects.toThrow('failed');
  for (const index of runs.keys()) {
    await expect.poll(() => ends.length).toBeGreaterThan(index);
    ends[index]?.();
    await runs[index];
  }
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(places.room()).toMatchObject({ places: 10, fullHosts: [] });
});
