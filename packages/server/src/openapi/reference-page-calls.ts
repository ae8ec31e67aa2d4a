/**
 * Third part of the reference page's script: a form per operation that calls it, with the browser's session or a key,
 * and shows the response. Keys stay in the page and are never stored. Text never becomes markup here, either.
 */
export const CALL_SCRIPT = String.raw`
const CALLERS = {
  cookie: 'The user signed in to this browser', key: 'An API key', token: 'The token of a session', anonymous: 'Anonymous',
}

/** How a call says who makes it. */
function credentialOf() {
  const caller = byId('caller') ? byId('caller').value : 'cookie'
  const secret = byId('secret') ? byId('secret').value.trim() : ''
  const words = { key: 'Bearer ', token: 'Session ' }[caller]
  return { credentials: caller === 'cookie' ? 'same-origin' : 'omit', headers: words && secret ? { Authorization: words + secret } : {} }
}

/** Who a call would be made by, as the service sees it. */
async function showCaller() {
  const who = byId('who')
  const { credentials, headers } = credentialOf()
  const response = await fetch(root + '/api/auth/me', { credentials, headers }).catch(() => undefined)
  const user = response && response.ok ? (await response.json()).user : undefined
  who.textContent = user ? 'You are ' + (user.email || user.id) + '.' : 'You are not signed in: try an operation to sign in, or choose a key.'
}

/** Undefined if the application has no way to sign in. */
function callerView() {
  if (!(api.components.securitySchemes || {}).sessionCookie) return undefined
  const hasKeys = 'apiKey' in api.components.securitySchemes
  const secret = h('input', { id: 'secret', type: 'password', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Key or token', oninput: showCaller })
  secret.hidden = true
  const choice = h('select', { id: 'caller', onchange: () => {
    secret.hidden = !['key', 'token'].includes(choice.value)
    secret.value = ''
    showCaller()
  } }, Object.entries(CALLERS).filter(([name]) => name !== 'key' || hasKeys).map(([name, label]) => h('option', { value: name }, label)))
  return [
    h('div', { class: 'inputs' }, h('label', { for: 'caller' }, 'Calls that you try are made by'), choice, secret),
    h('p', { class: 'note', id: 'who', role: 'status' }),
  ]
}

const labelled = (name, flags, input) => h('label', {}, h('span', { class: 'head' }, h('code', { class: 'key' }, name),
  flags.filter(Boolean).map((flag) => h('span', { class: 'flag' + (flag === 'required' ? ' required' : '') }, flag))), input)

function parameterInput(parameter) {
  const { example } = parameter
  const hint = example === undefined ? undefined : typeof example === 'string' ? example : JSON.stringify(example)
  const input = h('input', { required: parameter.required, placeholder: hint && parameter.in !== 'path' ? hint : undefined, autocomplete: 'off', spellcheck: 'false' })
  return { parameter, input, view: labelled(parameter.name, [parameter.in, parameter.required && 'required'], input) }
}

const textInput = (value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return h('textarea', { rows: String(Math.min(16, text.split('\n').length + 1)), spellcheck: 'false' }, text)
}

/** What a form has for the body, and how the body is made of it. */
function bodyInputs(operation) {
  const [type, given] = Object.entries((operation.requestBody || {}).content || {})[0] || []
  if (!type) return { views: [], make: () => ({}) }
  const required = operation.requestBody.required && 'required'
  if (type === 'multipart/form-data') {
    const parts = Object.entries(resolve(given.schema).properties || {}).map(([name, schema]) => {
      const isFile = 'contentMediaType' in resolve(schema)
      const input = isFile ? h('input', { type: 'file' }) : textInput(sampleOf(schema))
      return { name, isFile, input, view: labelled(name, [isFile ? 'file' : 'JSON'], input) }
    })
    return { views: parts.map(({ view }) => view), make: () => {
      const body = new FormData()
      for (const { name, isFile, input } of parts) {
        if (isFile) for (const file of input.files) body.append(name, file)
        else if (input.value.trim()) body.append(name, new Blob([input.value], { type: 'application/json' }))
      }
      return { body }
    } }
  }
  const isJson = type === 'application/json'
  const input = textInput(isJson ? exampleOf(given) : '')
  return { views: [labelled('body', [type, required], input)], make: () =>
    input.value.trim() ? { body: input.value, headers: { 'Content-Type': isJson ? type : 'application/octet-stream' } } : {} }
}

async function answerView(response, took) {
  const type = (response.headers.get('content-type') || '').split(';')[0]
  const isText = /^text\/|json|xml/.test(type)
  const text = isText ? await response.text() : undefined
  const size = isText ? new Blob([text]).size : (await response.blob()).size
  const shown = text === undefined ? (size === 0 ? '' : 'A file of the type ' + (type || 'unknown') + '.') : pretty(text, type)
  return [
    h('p', {}, h('code', { class: response.ok ? 'good' : 'bad' }, response.status + ' ' + response.statusText),
      ' \u00b7 ' + took + ' ms \u00b7 ' + size + ' bytes'),
    disclosure({ class: 'inner' }, h('summary', {}, 'Headers'), () =>
      h('pre', { tabindex: '0' }, [...response.headers].map(([name, value]) => name + ': ' + value).join('\n'))),
    shown ? sampleView(shown) : h('p', { class: 'note' }, 'There is no body.'),
  ]
}

function pretty(text, type) {
  if (!/json/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function callView({ method, path, operation }) {
  const inputs = (operation.parameters || []).map(resolve).filter((one) => one.in !== 'cookie').map(parameterInput)
  const body = bodyInputs(operation)
  const answer = h('div', { class: 'answer', role: 'status' })
  const send = h('button', { class: 'send' }, 'Send')
  const form = h('form', { class: 'try', onsubmit: async (event) => {
    event.preventDefault()
    send.disabled = true
    const started = performance.now()
    try {
      const response = await fetch(...requestOf(method, path, inputs, body))
      answer.replaceChildren(...(await answerView(response, Math.round(performance.now() - started))))
      if (byId('who')) showCaller()
    } catch (error) {
      answer.replaceChildren(h('p', { class: 'alert' }, 'The call could not be made: ' + error.message + '.'))
    }
    send.disabled = false
  } }, inputs.map(({ view }) => view), body.views, h('div', { class: 'buttons' }, send,
    h('span', { class: 'limits' }, method === 'get' ? '' : 'The call is real: what it changes stays changed.')), answer)
  return form
}

function requestOf(method, path, inputs, body) {
  const { credentials, headers } = credentialOf()
  const query = new URLSearchParams()
  let address = path
  for (const { parameter, input } of inputs) {
    if (input.value === '') continue
    if (parameter.in === 'path') address = address.replace('{' + parameter.name + '}', encodeURIComponent(input.value))
    else if (parameter.in === 'query') query.append(parameter.name, input.value)
    else headers[parameter.name] = input.value
  }
  const made = body.make()
  const asked = query.size > 0 ? '?' + query : ''
  return [root + address + asked, { method: method.toUpperCase(), credentials, cache: 'no-store', body: made.body, headers: { ...headers, ...made.headers } }]
}
`
