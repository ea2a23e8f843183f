import './styles.ts';
import type { LandingContent } from '../../server/landing/page.ts';
import { PictureSizes } from './components/picture.tsx';
import { Viewer } from './components/viewer.tsx';
import { Clients } from './sections/clients.tsx';
import { Address } from './sections/contact-details.tsx';
import { Touch } from './sections/contact-form.tsx';
import { Customers } from './sections/customers.tsx';
import { Descriptions } from './sections/descriptions.tsx';
import { Facts } from './sections/facts.tsx';
import { Features } from './sections/features.tsx';
import { Footer } from './sections/footer.tsx';
import { Header } from './sections/header.tsx';
import { Hero } from './sections/hero.tsx';
import { MapPanel } from './sections/map.tsx';
import { Presentation } from './sections/presentation.tsx';
import { Pricing } from './sections/pricing.tsx';
import { Projects } from './sections/projects.tsx';
import { Promo } from './sections/promo.tsx';
import { Services } from './sections/services.tsx';
import { Subscribe, SubscribeDialog } from './sections/subscribe.tsx';
import { Team } from './sections/team.tsx';
import { shownContent } from './shown.ts';

/** The whole page, its sections in the specification's order; one that has nothing to show is left out. */
export function Page({ content }: { content: LandingContent }) {
  const shown = shownContent(content);
  return (
    <PictureSizes value={content.images}>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <Header content={shown} />
      <main id="main">
        {shown.hero && <Hero hero={shown.hero} />}
        {shown.features && <Features features={shown.features} />}
        {shown.descriptions.length > 0 && <Descriptions descriptions={shown.descriptions} />}
        {shown.services && <Services services={shown.services} />}
        {shown.pricing && <Pricing pricing={shown.pricing} />}
        {shown.subscribe && <Subscribe subscribe={shown.subscribe} />}
        {shown.clients && <Clients clients={shown.clients} />}
        {shown.facts && <Facts facts={shown.facts} />}
        {shown.projects && <Projects projects={shown.projects} />}
        {shown.team && <Team team={shown.team} />}
        {shown.presentation && <Presentation presentation={shown.presentation} />}
        {shown.customers && <Customers customers={shown.customers} />}
        {shown.promo && <Promo promo={shown.promo} />}
        {shown.touch && <Touch touch={shown.touch} />}
        {shown.address && <Address address={shown.address} />}
        {shown.map && <MapPanel map={shown.map} company={shown.company} />}
      </main>
      <Footer content={shown} />
      {shown.subscribe && <SubscribeDialog subscribe={shown.subscribe} />}
      <Viewer />
    </PictureSizes>
  );
}
