import {
  IconAddressBook,
  IconArticle,
  IconBuilding,
  IconBuildingStore,
  IconChartBar,
  IconLayout,
  IconMapPin,
  IconMenu2,
  IconNews,
  IconPhoto,
  IconQuote,
  IconSend,
  IconSparkles,
  IconSpeakerphone,
  IconStar,
  IconTag,
  IconTool,
  IconUsers,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import { EditorScreen } from '../editor/editor-screen.tsx';
import { ClientsScreen } from './clients-screen.tsx';
import { CompanyScreen } from './company-screen.tsx';
import { ContactDetailsScreen } from './contact-details-screen.tsx';
import { ContactFormScreen } from './contact-form-screen.tsx';
import { CustomersScreen } from './customers-screen.tsx';
import { DescriptionsScreen } from './descriptions-screen.tsx';
import { FactsScreen } from './facts-screen.tsx';
import { FeaturesScreen } from './features-screen.tsx';
import { HeroScreen } from './hero-screen.tsx';
import { MapScreen } from './map-screen.tsx';
import { MenuScreen } from './menu-screen.tsx';
import { PresentationScreen } from './presentation-screen.tsx';
import { PricingScreen } from './pricing-screen.tsx';
import { ProjectsScreen } from './projects-screen.tsx';
import { PromoScreen } from './promo-screen.tsx';
import { ServicesScreen } from './services-screen.tsx';
import { SubscribeScreen } from './subscribe-screen.tsx';
import { TeamScreen } from './team-screen.tsx';

interface SectionScreen {
  Screen: () => ReactNode;
  Icon: TablerIcon;
}

/** The screen of each section, and the icon of its entry in the sidebar. */
export const sectionScreens: { readonly [Key in SectionKey]: SectionScreen } = {
  clients: { Screen: ClientsScreen, Icon: IconBuildingStore },
  company: { Screen: CompanyScreen, Icon: IconBuilding },
  contactDetails: { Screen: ContactDetailsScreen, Icon: IconAddressBook },
  contactForm: { Screen: ContactFormScreen, Icon: IconSend },
  customers: { Screen: CustomersScreen, Icon: IconQuote },
  descriptions: { Screen: DescriptionsScreen, Icon: IconArticle },
  facts: { Screen: FactsScreen, Icon: IconChartBar },
  features: { Screen: FeaturesScreen, Icon: IconStar },
  hero: { Screen: HeroScreen, Icon: IconSparkles },
  map: { Screen: MapScreen, Icon: IconMapPin },
  menu: { Screen: MenuScreen, Icon: IconMenu2 },
  page: { Screen: EditorScreen, Icon: IconLayout },
  presentation: { Screen: PresentationScreen, Icon: IconVideo },
  pricing: { Screen: PricingScreen, Icon: IconTag },
  projects: { Screen: ProjectsScreen, Icon: IconPhoto },
  promo: { Screen: PromoScreen, Icon: IconSpeakerphone },
  services: { Screen: ServicesScreen, Icon: IconTool },
  subscribe: { Screen: SubscribeScreen, Icon: IconNews },
  team: { Screen: TeamScreen, Icon: IconUsers },
};
