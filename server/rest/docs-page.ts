import { escapeHtml } from '../http/escape-html.ts';
import { type DocumentedField, type DocumentedRoute, documentedGroups } from './api-docs-model.ts';
import type { RouteGroup } from './route-group.ts';

/** The page's style sheet; the page's content security policy allows its hash. */
export const docsStyle = `
:root { color-scheme: light dark; --text: #1c2230; --muted: #566074; --line: #d9dee8; --ground: #fff; --raised: #f5f7fa; --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7eaf1; --muted: #a6afc0; --line: #343c4c; --ground: #14181f; --raised: #1d232d; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground); }
header, main { max-width: 76rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem); }
h1 { margin: .5rem 0; font-size: 2rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.3rem; }
main > section:first-child h2 { margin-top: 0; }
a { color: var(--link); }
header ul { padding-left: 1.2rem; max-width: 52rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; max-width: none; padding: 0; list-style: none; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; }
table { width: 100%; min-width: 58rem; table-layout: fixed; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .7rem .9rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--raised); font-weight: 600; }
tbody th { font-weight: 400; }
th:nth-child(1) { width: 36%; }
th:nth-child(2) { width: 6.5rem; }
.verb { display: inline-block; min-width: 3.2rem; color: var(--muted); font-size: .85em; }
.what { display: block; margin-top: .25rem; color: var(--muted); }
.path, strong code { font-weight: 650; }
code { font-family: ui-monospace, monospace; font-size: .95em; overflow-wrap: anywhere; }
`;

/** The page about every documented path: plain HTML without script. */
export function docsPage(table: readonly RouteGroup[]): string {
  const groups = documentedGroups(table);
  const links = groups.map(({ title }) => `<li><a href="#${anchor(title)}">${escapeHtml(title)}</a></li>`);
  const sections = groups.map(({ title, routes }) => section(title, routes));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST paths · Vitrine</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>REST paths</h1>
<ul>
<li>Every answer is <code>{Status, Message, Data}</code>; Status is 0 success, 1 fail, 2 exception, 3 validation error,
4 redirect, 5 unauthorized.</li>
<li>Sign in at <code>/token</code> and send <code>Authorization: Bearer</code> with the token.</li>
<li>Reads give active records; <code>?all=true</code> with the token of an Admin gives all. Data is an array.</li>
<li>Saves without an id create, with one they update; Data is the id. Fields in bold are required, flags are 1 or 0,
a picture is raw as <code>{Name, ImageBase64}</code> with a data URL.</li>
<li>For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</li>
</ul>
<nav aria-label="Sections"><ul>
${links.join('\n')}
</ul></nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function section(title: string, routes: readonly DocumentedRoute[]): string {
  const id = anchor(title);
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(title)}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Paths of ${escapeHtml(title)}">
<table>
<thead><tr><th scope="col">Path</th><th scope="col">Access</th><th scope="col">Body</th><th scope="col">Data</th></tr></thead>
<tbody>
${routes.map(row).join('\n')}
</tbody>
</table>
</div>
</section>`;
}

function row({ method, path, access, summary, body, data }: DocumentedRoute): string {
  const names = data.map((name) => `<code>${escapeHtml(name)}</code>`);
  return `<tr><th scope="row"><span class="verb">${method}</span> <code class="path">${escapeHtml(path)}</code>
<span class="what">${escapeHtml(summary)}</span></th>
<td>${access}</td><td>${body.map(field).join(', ')}</td><td>${names.join(', ')}</td></tr>`;
}

function field({ name, required }: DocumentedField): string {
  const code = `<code>${escapeHtml(name)}</code>`;
  return required ? `<strong>${code}</strong>` : code;
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, '-');
}
