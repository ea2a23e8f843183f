import { clientLogos } from './clients.ts';
import { charts } from './describe-charts.ts';
import { desk } from './describe-desk.ts';
import { watch } from './describe-watch.ts';
import { film, poster } from './film.ts';
import { logo, mark } from './mark.ts';
import { ink, paper } from './paint.ts';
import { customerPortraits, teamPortraits } from './people.ts';
import { planDinghy, planShip, planSloop } from './plans.ts';
import { bakery } from './project-bakery.ts';
import { coffee } from './project-coffee.ts';
import { cycles } from './project-cycles.ts';
import { farm } from './project-farm.ts';
import { petrel } from './project-petrel.ts';
import { theatre } from './project-theatre.ts';
import { save } from './save.ts';
import { promo, subscribe, team } from './scene-dusk.ts';
import { clients } from './scene-flags.ts';
import { hero } from './scene-hero.ts';
import { customers, features, pricing, projects, services } from './scene-light.ts';
import { contact, facts, presentation, touch } from './scene-night.ts';

type Drawing = readonly [name: string, draw: () => string];

function numbered(name: string, ending: string, draws: readonly (() => string)[]): Drawing[] {
  return draws.map((draw, i): Drawing => [`${name}-${i + 1}.${ending}`, draw]);
}

const scenes = {
  hero,
  features,
  services,
  facts,
  projects,
  team,
  clients,
  pricing,
  subscribe,
  customers,
  presentation,
  promo,
  contact,
  touch,
};

const drawings: readonly Drawing[] = [
  ['logo.png', logo(ink)],
  ['logo-light.png', logo(paper)],
  ['mark.png', mark],
  ...Object.entries(scenes).map(([name, draw]): Drawing => [`${name}.jpg`, draw]),
  // The contact background's slot takes PNG only; without grain it stays small.
  ['contact.png', () => contact(false)],
  ...numbered('description', 'jpg', [desk, charts, watch]),
  ...numbered('plan', 'png', [planDinghy, planSloop, planShip]),
  ...numbered('project', 'jpg', [bakery, cycles, petrel, farm, theatre, coffee]),
  ...numbered('client', 'png', clientLogos),
  ...numbered('team', 'jpg', teamPortraits),
  ...numbered('customer', 'jpg', customerPortraits),
  ['video-poster.jpg', poster],
];

// Names given on the command line limit the run to the pictures that contain one of them.
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part));

for (const [name, draw] of drawings) if (isWanted(name)) await save(name, draw());
if (isWanted('harbour.mp4')) await film();
