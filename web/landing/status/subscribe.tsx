import { useId } from 'react';
import { statusSubscriptionPath } from '../../../contract/status-subscription.ts';
import { Honeypot } from '../islands/honeypot.tsx';

/** Renders the form for updates by e-mail, which works without script. */
export function Subscribe() {
  const [heading, field, hint] = [useId(), useId(), useId()];
  return (
    <section className="status-subscribe" aria-labelledby={heading}>
      <div>
        <h2 id={heading}>Get updates by e-mail</h2>
        <p id={hint}>One mail for each update of an incident. Unsubscribe with the link in each mail.</p>
      </div>
      <form method="post" action={statusSubscriptionPath}>
        <label htmlFor={field}>E-mail</label>
        <input
          id={field}
          name="email"
          type="email"
          dir="auto"
          autoComplete="email"
          maxLength={254}
          required
          aria-describedby={hint}
        />
        <Honeypot />
        <button className="button" type="submit">
          Subscribe
        </button>
      </form>
    </section>
  );
}
