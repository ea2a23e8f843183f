import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useIsEditing, useMark } from '../components/editing.tsx';
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
  const mark = useMark();
  return (
    <section
      id="pricing"
      {...mark('pricing.heading', pricing.id)}
      className={styles.pricing}
      aria-labelledby="pricing-title"
    >
      <Backdrop
        image={pricing.backgroundImage}
        mark={mark('pricing.heading', pricing.id, 'backgroundImage')}
        scrim="paper"
        className={styles.backdrop}
      />
      <div className="wrap">
        <Heading section="pricing" record="pricing.heading" row={pricing} className={styles.heading} />
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
  const mark = useMark();
  const isEditing = useIsEditing();
  return (
    <article
      className={classes(styles.plan, plan.isBestPrice && styles.best, plan.isBestPrice && 'on-ink')}
      {...mark('pricing.plans', plan.id)}
    >
      {(isEditing || plan.tagValue !== '') && (
        <p dir="auto" className={styles.ribbon} {...mark('pricing.plans', plan.id, 'tagValue')}>
          <Typed record="pricing.plans" row={plan} field="tagValue" />
        </p>
      )}
      <Picture
        image={plan.image}
        slot="planImage"
        sizes="80px"
        className={styles.picture}
        mark={mark('pricing.plans', plan.id, 'image')}
      />
      <h3 dir="auto">
        <Typed record="pricing.plans" row={plan} field="title" />
      </h3>
      <p dir="auto" className={styles.cost}>
        <Typed record="pricing.plans" row={plan} field="cost" />
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li dir="auto" key={feature.id} {...mark('pricing.features', feature.id)}>
            <Icon name="check" />
            <Typed record="pricing.features" row={feature} field="text" />
          </li>
        ))}
      </ul>
      {plan.hasButton && (
        <TargetLink target={plan.buttonLink} className={plan.isBestPrice ? 'button' : 'button outlined'}>
          <Typed record="pricing.plans" row={plan} field="buttonText" />
          <span className="visually-hidden">: {plan.title}</span>
        </TargetLink>
      )}
    </article>
  );
}
