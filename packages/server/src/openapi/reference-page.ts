import { createHash } from 'node:crypto'
import { CALL_SCRIPT } from './reference-page-calls.ts'
import { OPERATION_SCRIPT } from './reference-page-operations.ts'
import { SAMPLE_SCRIPT } from './reference-page-samples.ts'
import { SCHEMA_SCRIPT } from './reference-page-schemas.ts'
import { STYLE } from './reference-page-style.ts'

/** A page and its content security policy: it loads only the OpenAPI document, and runs only its own script. */
export interface ReferencePage {
  readonly html: string
  readonly contentSecurityPolicy: string
}

export interface ReferencePageRequest {
  readonly title: string
  readonly description?: string | undefined
  /** URLs of the admin app's fonts, relative to the page; without them, the page uses system fonts. */
  readonly typefaces?: Typefaces | undefined
}

export interface Typefaces {
  readonly sans: string
  readonly serif: string
}

/**
 * The reference at `GET /api/docs` (docs/contract/openapi.md#description): a page that needs no network except the
 * service itself. It loads `openapi.json` by a relative path, so it also works behind a proxy that adds a prefix.
 */
export function referencePage(request: ReferencePageRequest): ReferencePage {
  const style = faces(request.typefaces) + STYLE
  return { html: page(request, style), contentSecurityPolicy: policy(style) }
}

const SCRIPT = SCHEMA_SCRIPT + CALL_SCRIPT + SAMPLE_SCRIPT + OPERATION_SCRIPT

function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(SCRIPT)}'`,
    "connect-src 'self'",
    "font-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Names of built files contain no character with a meaning in CSS. */
function faces(typefaces: Typefaces | undefined): string {
  if (!typefaces) return ''
  const face = (family: string, address: string) =>
    `@font-face { font-family: '${family} Variable'; font-weight: 200 800; font-display: swap; src: url('${address}') format('woff2-variations'); }`
  return `\n${face('Instrument Sans', typefaces.sans)}\n${face('Newsreader', typefaces.serif)}`
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page({ title: given, description: about = '' }: ReferencePageRequest, style: string): string {
  const title = escapeHtml(given)
  const lead = about === '' ? 'The HTTP API of this application, as it is served here.' : escapeHtml(about)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
<nav aria-label="Operations">
<p class="name">${title}</p>
<p class="version" id="version"></p>
<div class="find">
<label for="filter">Filter (press / to come here)</label>
<input id="filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
</div>
<p class="count" id="count" role="status"></p>
<div class="index" id="index"></div>
</nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="about"><span>API reference</span><a href="openapi.json">openapi.json</a></p>
<p id="state" role="status">Loading the description…</p>
<noscript><p class="alert">This page is drawn by a script. Without one, read <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="content" hidden>
<div class="start" id="start"><h2>Before the first call</h2></div>
<div id="calls"></div>
<div class="buttons attempt"><button type="button" id="expand">Expand all</button><button type="button" id="collapse">Collapse all</button></div>
<div id="operations"></div>
<section id="schemas"><header><h2>Schemas</h2><p>What goes over the wire.</p></header></section>
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}
