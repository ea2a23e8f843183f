import type { StatusDocument } from '../../../server/landing/page.ts';
import { classes } from '../components/classes.ts';
import { PictureSizes } from '../components/picture.tsx';
import { Brand } from '../sections/header.tsx';
import { Incidents } from './incidents.tsx';
import { ServerRow } from './server-row.tsx';
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
          <a className="status-reload" href={addressOf(view.page)}>
            Reload
          </a>
        </header>
        <main>
          <div className="status-overall" data-state={view.state}>
            <span className="status-mark" aria-hidden="true" />
            <div>
              <h1>{view.words}</h1>
              <p className="status-summary">{view.summary}</p>
            </div>
          </div>
          {view.current.length > 0 && <Incidents title="Incidents" incidents={view.current} />}
          {view.maintenance.length > 0 && <Maintenance windows={view.maintenance} />}
          <section className="status-servers" aria-labelledby="servers">
            <div className="status-heading">
              <h2 id="servers">Servers</h2>
              <p>Last 90 days</p>
            </div>
            <ul>
              {view.servers.map((server, index) => (
                // Servers may share a name, and the list never changes in the browser.
                <ServerRow key={`${index} ${server.name}`} server={server} />
              ))}
            </ul>
          </section>
          {view.pages > 1 && <Pager page={view.page} pages={view.pages} />}
          {view.past.length > 0 && <Incidents title="Past incidents" incidents={view.past} />}
        </main>
        {view.takesSubscriptions && <Subscribe />}
        <footer className="status-foot">
          <p>
            Last updated <time dateTime={view.updated.iso}>{view.updated.text}</time>
          </p>
          <p className="status-links">
            <a href="/status.rss">RSS</a>
            <a href="/status.json">JSON</a>
            {company && <a href="/">{company.name}</a>}
          </p>
        </footer>
      </div>
    </PictureSizes>
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

function Pager({ page, pages }: Pick<View, 'page' | 'pages'>) {
  return (
    <nav className="status-pager" aria-label="Pages">
      {page > 1 ? <a href={addressOf(page - 1)}>Previous</a> : <span />}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? <a href={addressOf(page + 1)}>Next</a> : <span />}
    </nav>
  );
}

function addressOf(page: number): string {
  return page === 1 ? '/status' : `/status?page=${page}`;
}
