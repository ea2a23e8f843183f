import type { StatusDocument } from '../../../server/landing/page.ts';
import { classes } from '../components/classes.ts';
import { PictureSizes } from '../components/picture.tsx';
import { Brand } from '../sections/header.tsx';
import { Incidents } from './incidents.tsx';
import { ServerSection } from './server-section.tsx';
import { Subscribe } from './subscribe.tsx';

type View = StatusDocument['view'];

/** Renders the status page, complete without script. */
export function StatusPage({ content, view }: StatusDocument) {
  const { company } = content;
  return (
    <PictureSizes value={content.images}>
      <div className="status" data-status="">
        <header className="status-top">
          {company && (
            <a className={classes('status-brand', 'on-plate')} href="/" aria-label={`${company.name}: home page`}>
              <Brand company={company} />
            </a>
          )}
          <a className="status-reload" href={addressOf(view)}>
            Reload
          </a>
        </header>
        <main>
          {view.group && <GroupHead group={view.group} />}
          <div className="status-overall" data-state={view.state}>
            <span className="status-mark" aria-hidden="true" />
            <div>
              {view.group ? (
                <p className="status-words">{view.words}</p>
              ) : (
                <h1 className="status-words">{view.words}</h1>
              )}
              <p className="status-summary">{view.summary}</p>
            </div>
          </div>
          {view.current.length > 0 && <Incidents title="Incidents" incidents={view.current} />}
          {view.maintenance.length > 0 && <Maintenance windows={view.maintenance} />}
          {view.sections.map((section) => (
            <ServerSection key={section.path} section={section} />
          ))}
          {view.pages > 1 && <Pager view={view} />}
          {view.past.length > 0 && <Incidents title="Past incidents" incidents={view.past} />}
        </main>
        {view.takesSubscriptions && <Subscribe />}
        <footer className="status-foot">
          <p>
            Last updated <time dateTime={view.updated.iso}>{view.updated.text}</time>
          </p>
          <p className="status-links">
            {view.group?.isOnStatus && <a href="/status">All servers</a>}
            <a href={`${view.path}.rss`}>RSS</a>
            <a href={`${view.path}.json`}>JSON</a>
            {company && <a href="/">{company.name}</a>}
          </p>
        </footer>
      </div>
    </PictureSizes>
  );
}

function GroupHead({ group: { name, description } }: { group: NonNullable<View['group']> }) {
  return (
    <div className="status-group">
      <h1 dir="auto">{name}</h1>
      {description !== '' && <p dir="auto">{description}</p>}
    </div>
  );
}

function Maintenance({ windows }: { windows: View['maintenance'] }) {
  return (
    <section className="status-part" aria-labelledby="maintenance">
      <h2 id="maintenance">Maintenance</h2>
      <ul>
        {windows.map(({ name, from, until }) => (
          <li key={`${name} ${from.iso}`}>
            <strong dir="auto">{name}</strong>
            <span>
              <time dateTime={from.iso}>{from.text}</time> – <time dateTime={until.iso}>{until.text}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pager({ view }: { view: View }) {
  const { page, pages } = view;
  return (
    <nav className="status-pager" aria-label="Pages">
      {page > 1 ? <a href={addressOf(view, page - 1)}>Previous</a> : <span />}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? <a href={addressOf(view, page + 1)}>Next</a> : <span />}
    </nav>
  );
}

function addressOf({ path, page: current }: View, page = current): string {
  return page === 1 ? path : `${path}?page=${page}`;
}
