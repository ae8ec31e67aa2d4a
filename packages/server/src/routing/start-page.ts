import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendText, headerList } from '../reply/send.ts'

/** Serves `/`: redirects to the admin app or, without one, shows a page with links. */
export function registerStartPage(server: FastifyInstance, admin: string | null, title: string): void {
  server.route({
    method: 'GET',
    url: '/',
    handler: (request, reply) => {
      if (admin === null) {
        sendText(reply, 200, 'text/html; charset=utf-8', startPage(title), { 'Content-Security-Policy': POLICY })
        return
      }
      reply.raw.writeHead(302, headerList(request.id, request.answerHeaders, { Location: `${admin}/` })).end()
    },
  })
}

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#2a2622, #ece7df); --soft: light-dark(#6a635b, #a8a098); --line: light-dark(#e2ddd5, #3d3833);
  --paper: light-dark(#fcfbf8, #1b1816); --red: light-dark(#b3302a, #f0786b); }
body { display: grid; min-height: 100vh; margin: 0; place-content: center; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
main { width: min(440px, 100vw - 48px); padding: 48px 0; }
h1 { margin: 0 0 8px; font: 500 32px/1.2 Georgia, serif; overflow-wrap: anywhere; }
p { margin: 0 0 32px; color: var(--soft); }
ul { margin: 0; padding: 0; border-top: 1px solid var(--line); list-style: none; }
a { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); color: inherit;
  text-decoration: none; }
a:hover, a:focus-visible { color: var(--red); }
code { color: var(--soft); font: 13px/1.6 ui-monospace, monospace; }
`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ')

const PLACES = [
  ['/api/docs', 'API reference'],
  ['/api/openapi.json', 'Its OpenAPI description'],
  ['/api/schema', 'Collections and globals'],
  ['/readyz', 'Readiness'],
] as const

function startPage(title: string): string {
  const name = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${STYLE}</style></head>
<body><main>
<h1>${name}</h1>
<p>This is the content service of ${name}, built with Quire.</p>
<ul>
${PLACES.map(([path, what]) => `<li><a href="${path}">${what} <code>${path}</code></a></li>`).join('\n')}
</ul>
</main></body>
</html>
`
}
