import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendText } from '../reply/send.ts'

/** A simple page for the link in a mail, if neither the admin app nor the application has one. */
export interface MailForm {
  readonly url: string
  /** The endpoint that receives the token; null if the page only shows links. */
  readonly endpoint: string | null
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly button: string
  /** Label of the password input; null if no password is needed. */
  readonly password: string | null
  readonly done: string
  /** Messages for an invalid link, and for any other error. */
  readonly failed: string
  readonly later: string
  readonly links: readonly { readonly label: string; readonly url: string }[]
}

/** The page sends the token only after a click: mail scanners open every link, and a token can be used once. */
export function registerMailForm(server: FastifyInstance, form: MailForm): void {
  const page = pageOf(form)
  server.route({
    method: 'GET',
    url: form.url,
    handler: (_, reply) => sendText(reply, 200, 'text/html; charset=utf-8', page, HEADERS),
  })
}

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#2a2622, #ece7df); --soft: light-dark(#6a635b, #a8a098); --line: light-dark(#8d857b, #7d756c);
  --paper: light-dark(#fcfbf8, #1b1816); --red: light-dark(#b3302a, #f0786b); --on: light-dark(#fff, #1b1816); }
body { display: grid; min-height: 100vh; margin: 0; place-content: center; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(400px, 100vw - 48px); padding: 48px 0; }
h1 { margin: 0 0 24px; font: 500 28px/1.2 Georgia, serif; overflow-wrap: anywhere; }
label { display: grid; gap: 6px; margin-bottom: 16px; }
input, button, a { box-sizing: border-box; min-height: 44px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; }
button { border-color: var(--red); background: var(--red); color: var(--on); cursor: pointer; }
a { display: block; margin-bottom: 12px; text-decoration: none; }
:focus-visible { outline: 2px solid var(--red); outline-offset: 2px; }
p { margin: 16px 0 0; overflow-wrap: anywhere; }
`

/**
 * Reads the token from the URL, so that it is never part of the page. URLs are relative, so that it works below a path
 * prefix.
 */
const SCRIPT = `
const form = document.querySelector('form')
const said = document.querySelector('[role=status]')
form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { endpoint, done, failed, later } = form.dataset
  const button = form.querySelector('button')
  button.disabled = true
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const password = form.querySelector('input')?.value
  const body = JSON.stringify(password === undefined ? { token } : { token, password })
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(endpoint, { method: 'POST', headers, body })
    const { error } = await answer.json()
    if (answer.ok) form.remove()
    const wrong = error?.issues?.find(({ path }) => path === 'password')
    const known = { 401: failed, 403: error?.message }
    said.textContent = answer.ok ? done : (wrong?.message ?? known[answer.status] ?? later)
  } catch {
    said.textContent = later
  }
  button.disabled = false
})
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function pageOf({
  endpoint,
  language,
  direction,
  title,
  button,
  password,
  done,
  failed,
  later,
  links,
}: MailForm): string {
  const input =
    password === null
      ? ''
      : `<label>${escaped(password)}<input type="password" name="password" autocomplete="new-password" required></label>\n`
  const form =
    endpoint === null
      ? ''
      : `<form data-endpoint="../../${escaped(endpoint)}" data-done="${escaped(done)}" data-failed="${escaped(failed)}" data-later="${escaped(later)}">
${input}<button>${escaped(button)}</button>
</form>
`
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>
<h1>${escaped(title)}</h1>
${form}${links.map(({ label, url }) => `<a href="../../${escaped(url)}">${escaped(label)}</a>\n`).join('')}<p role="status"></p>
</main><script>${SCRIPT}</script></body>
</html>
`
}
