import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './customers.module.css';

/** Renders the reviews in a slider (client/slider.ts), one per slide. */
export function Customers({ section: customers }: SectionProps<'customers'>) {
  return (
    <section id="customers" className={classes(styles.customers, 'on-picture')} aria-labelledby="customers-title">
      <Backdrop image={customers.backgroundImage} scrim="paper" />
      <div className="wrap">
        <Heading section="customers" title={customers.title} subTitle={customers.subTitle} />
        <Slider label="Reviews" className={styles.slider}>
          {customers.reviews.map(({ id, text, customer }) => (
            <figure key={id} className={styles.review}>
              <Icon name="quote" className={styles.mark} />
              <blockquote dir="auto" className="prose">
                {text}
              </blockquote>
              <figcaption>
                <Picture image={customer.photo} slot="customerPhoto" sizes="67px" className={styles.photo} />
                <span>
                  <strong dir="auto">
                    {customer.firstName} {customer.lastName}
                  </strong>
                  <span dir="auto">{customer.designation}</span>
                </span>
              </figcaption>
            </figure>
          ))}
        </Slider>
      </div>
    </section>
  );
}
