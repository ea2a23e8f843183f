import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './contact-form.tsx';
import { SubscribeForm } from './subscribe-form.tsx';
import { showError, showSuccess } from './toasts.tsx';

const toasts = { showError, showSuccess };

/** Hydrates an island's server-rendered markup. */
export function hydrate(island: HTMLElement): void {
  const { prefix } = island.dataset;
  hydrateRoot(
    island,
    island.dataset.island === 'contact' ? <ContactForm toasts={toasts} /> : <SubscribeForm toasts={toasts} />,
    prefix === undefined ? {} : { identifierPrefix: prefix },
  );
}
