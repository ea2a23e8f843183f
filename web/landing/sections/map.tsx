import { mapHeight } from '../../../contract/map.ts';
import { useMark } from '../components/editing.tsx';
import { Icon } from '../components/icon.tsx';
import type { SectionProps } from '../visible-content.ts';
import styles from './map.module.css';

/** Renders a link to the map; client/map.ts replaces it with Google's map on click, no request to Google before. */
export function MapPanel({ section: map, company }: SectionProps<'map'>) {
  const mark = useMark();
  const place = [company?.address, company?.zip, company?.city].filter(Boolean).join(', ');
  return (
    <section
      id="map"
      {...mark('map.heading', map.id)}
      className={styles.map}
      aria-label="Map"
      style={{ minHeight: mapHeight }}
    >
      <div className={styles.panel}>
        <Icon name="uk-icon-map-marker" />
        {place !== '' && (
          <p dir="auto" className={styles.place}>
            {place}
          </p>
        )}
        <a
          className="button"
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
          rel="noopener"
          data-map={map.embed}
          data-title={`Map: ${place}`}
        >
          Show the map
        </a>
        <p className={styles.note}>The map comes from Google once you ask for it.</p>
      </div>
    </section>
  );
}
