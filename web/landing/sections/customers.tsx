import { Backdrop } from '../components/backdrop.tsx';
import { classes } from '../components/classes.ts';
import { Typed, useMark } from '../components/editing.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { Slider } from '../components/slider.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './customers.module.css';

/** Renders the reviews in a slider (client/slider.ts), one per slide. */
export function Customers({ section: customers }: SectionProps<'customers'>) {
  const mark = useMark();
  return (
    <section
      id="customers"
      {...mark('customers.heading', customers.id)}
      className={classes(styles.customers, 'on-picture')}
      aria-labelledby="customers-title"
    >
      <Backdrop
        image={customers.backgroundImage}
        mark={mark('customers.heading', customers.id, 'backgroundImage')}
        scrim="paper"
      />
      <div className="wrap">
        <Heading section="customers" record="customers.heading" row={customers} />
        <Slider label="Reviews" className={styles.slider}>
          {customers.reviews.map((review) => (
            <figure key={review.id} className={styles.review} {...mark('customers.feedback', review.id)}>
              <Icon name="quote" className={styles.mark} />
              <blockquote dir="auto" className="prose">
                <Typed record="customers.feedback" row={review} field="text" />
              </blockquote>
              <figcaption {...mark('customers.items', review.customer.id)}>
                <Picture
                  image={review.customer.photo}
                  slot="customerPhoto"
                  sizes="67px"
                  className={styles.photo}
                  mark={mark('customers.items', review.customer.id, 'photo')}
                />
                <span>
                  <strong dir="auto">
                    <Typed record="customers.items" row={review.customer} field="firstName" />{' '}
                    <Typed record="customers.items" row={review.customer} field="lastName" />
                  </strong>
                  <span dir="auto">
                    <Typed record="customers.items" row={review.customer} field="designation" />
                  </span>
                </span>
              </figcaption>
            </figure>
          ))}
        </Slider>
      </div>
    </section>
  );
}
