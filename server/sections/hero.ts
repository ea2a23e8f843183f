import { hero, heroButton } from '../../contract/hero.ts';
import * as tables from '../../db/schema/hero.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const heroes = record('Introduction', tables.heroes, hero);
export const heroButtons = childRecord('Button', tables.heroButtons, heroButton, heroes);

export const heroRouter = router({ heading: records(heroes), buttons: records(heroButtons) });
