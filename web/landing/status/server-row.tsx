import type { StatusDocument } from '../../../server/landing/page.ts';

type Server = StatusDocument['view']['sections'][number]['servers'][number];

/** Renders a server: name, status, uptime, and a bar of its last 90 days whose outages are written out below. */
export function ServerRow({ server }: { server: Server }) {
  const { name, status, label, until, uptime, outages, responseTimes } = server;
  return (
    <li className="status-server" data-state={status}>
      <h3 dir="auto">{name}</h3>
      <p className="status-state">
        <span className="status-mark" aria-hidden="true" />
        <b>{label}</b>
      </p>
      {until && <p className="status-until">until {until}</p>}
      <Bar days={server.days} />
      <p className="status-uptime">{uptime === null ? 'No uptime yet' : `${uptime} uptime`}</p>
      <p className="status-outages">{outages}</p>
      {responseTimes && <Times times={responseTimes} />}
    </li>
  );
}

/** Days with outages are higher: they differ not only in colour. */
const heights = { down: { y: 0, height: 1 }, up: { y: 0.2, height: 0.8 }, none: { y: 0.2, height: 0.8 } };

/** Renders one rectangle for days in a row that look the same; the styles cut gaps between days. The texts are tooltips. */
function Bar({ days }: Pick<Server, 'days'>) {
  let x = 0;
  const total = days.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return null;
  return (
    <svg className="status-bar" viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ kind, length, words }) => {
        const from = x;
        x += length;
        return (
          <rect key={from} className={kind} x={from} width={length} {...heights[kind]}>
            <title>{words}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** Renders the response times of the last 24 hours as a line, with their average in words. A single hour is a dot. */
function Times({ times: { words, lines } }: { times: NonNullable<Server['responseTimes']> }) {
  return (
    <div className="status-times">
      <p>Response time: {words} in the last 24 hours</p>
      <svg viewBox="0 0 23 1" preserveAspectRatio="none" aria-hidden="true">
        {lines.map((points) => (
          <polyline
            key={points[0]?.x}
            points={[...points, ...points.slice(-1)].map(({ x, y }) => `${x},${1 - y}`).join(' ')}
          />
        ))}
      </svg>
    </div>
  );
}
