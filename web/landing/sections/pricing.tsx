import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import { TargetLink } from '../components/target-link.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './pricing.module.css';

type PricingContent = SectionProps<'pricing'>['section'];

/** Renders the price plans in a slider (client/slider.ts). */
export function Pricing({ section: pricing }: SectionProps<'pricing'>) {
  return (
    <section id="pricing" className={styles.pricing} aria-labelledby="pricing-title">
      <Backdrop image={pricing.backgroundImage} scrim="paper" className={styles.backdrop} />
      <div className="wrap">
        <Heading section="pricing" title={pricing.title} subTitle={pricing.subTitle} className={styles.heading} />
        <Slider label="Price plans" className={styles.slider}>
          {pricing.plans.map((plan) => (
            <Plan key={plan.id} plan={plan} />
          ))}
        </Slider>
      </div>
    </section>
  );
}

/** Renders one plan; highlights the best price and shows the tag on a ribbon (specification, section 2). */
function Plan({ plan }: { plan: PricingContent['plans'][number] }) {
  return (
    <article className={classes(styles.plan, plan.isBestPrice && styles.best, plan.isBestPrice && 'on-ink')}>
      {plan.tagValue !== '' && (
        <p dir="auto" className={styles.ribbon}>
          {plan.tagValue}
        </p>
      )}
      <Picture image={plan.image} slot="planImage" sizes="80px" className={styles.picture} />
      <h3 dir="auto">{plan.title}</h3>
      <p dir="auto" className={styles.cost}>
        {plan.cost}
      </p>
      <ul>
        {plan.features.map(({ id, text }) => (
          <li dir="auto" key={id}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      {plan.hasButton && (
        <TargetLink target={plan.buttonLink} className={plan.isBestPrice ? 'button' : 'button outlined'}>
          {plan.buttonText}
          <span className="visually-hidden">: {plan.title}</span>
        </TargetLink>
      )}
    </article>
  );
}
