import { createHash } from 'node:crypto'
import { CALL_SCRIPT } from './reference-page-calls.ts'
import { OPERATION_SCRIPT } from './reference-page-operations.ts'
import { SCHEMA_SCRIPT } from './reference-page-schemas.ts'
import { STYLE } from './reference-page-style.ts'

/** A page and its content security policy: it loads only the OpenAPI document, and runs only its own script. */
export interface ReferencePage {
  readonly html: string
  /** The value of the header `Content-Security-Policy`. */
  readonly contentSecurityPolicy: string
}

/**
 * The readable reference at `GET /api/docs` (docs/contract/openapi.md#description): one page that needs no network except the service
 * itself. It loads `openapi.json` by a relative path, so it also works behind a proxy that adds a prefix.
 */
export function referencePage(title: string): ReferencePage {
  return { html: page(escapeHtml(title)), contentSecurityPolicy: POLICY }
}

const SCRIPT = SCHEMA_SCRIPT + CALL_SCRIPT + OPERATION_SCRIPT

const POLICY = [
  "default-src 'none'",
  `style-src '${hash(STYLE)}'`,
  `script-src '${hash(SCRIPT)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
<nav aria-label="Operations">
<p class="name">${title}</p>
<p class="version" id="version"></p>
<label for="filter">Filter (press / to come here)</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false">
<p class="count" id="count" role="status"></p>
<div class="index" id="index"></div>
</nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">The HTTP API of this application, as it is served here. For programs: <a href="openapi.json">openapi.json</a>.</p>
<p id="state" role="status">Loading the description…</p>
<noscript><p class="alert">This page is drawn by a script. Without one, read <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="content" hidden>
<div id="calls"></div>
<div class="buttons"><button type="button" id="expand">Expand all</button><button type="button" id="collapse">Collapse all</button></div>
<div id="operations"></div>
<section id="schemas"><h2>Schemas</h2><p>What goes over the wire.</p></section>
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}
