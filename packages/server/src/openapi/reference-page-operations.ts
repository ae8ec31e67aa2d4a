/**
 * The last part of the reference page's script: reads the OpenAPI document beside the page, and shows operations with
 * examples. It uses the parts before it (reference-page-schemas.ts, reference-page-calls.ts), and follows the same rule.
 */
export const OPERATION_SCRIPT = String.raw`
const TEXTS = { uuid: '0199c8a0-0000-7000-8000-000000000000', 'date-time': '2026-01-31T12:00:00.000Z', email: 'ada@example.com' }

/** A value that shows the form: what is required, and otherwise as little as possible. */
function sampleOf(schema, depth = 0) {
  const target = resolve(schema)
  for (const key of ['example', 'default', 'const']) if (key in target) return target[key]
  if (target.enum) return target.enum[0]
  const [variant] = variantsOf(target)
  if (variant && !target.properties && !target.items) return depth > 6 ? {} : sampleOf(variant, depth + 1)
  const type = [target.type].flat().find((one) => one !== 'null')
  if (type === 'string') return TEXTS[formatsOf(target)[0]] || (/^\^?\[/.test(target.pattern || '') ? 'text' : 'Text')
  if (type === 'integer' || type === 'number') return Math.max(target.minimum ?? 1, Math.min(1, target.maximum ?? 1))
  if (type === 'boolean') return true
  if (type === 'array' && target.prefixItems) return target.prefixItems.map(() => 0)
  if (type === 'array') return depth > 6 || !target.items ? [] : [sampleOf(target.items, depth + 1)]
  const members = target.properties || {}
  const wanted = target.required && target.required.length > 0 ? target.required : depth === 0 ? Object.keys(members).slice(0, 1) : []
  return Object.fromEntries(wanted.filter((key) => members[key]).map((key) => [key, sampleOf(members[key], depth + 1)]))
}

const quote = (text) => "'" + String(text).replace(/'/g, "'\\''") + "'"
/** What the description shows, or else the form alone. */
const exampleOf = (body) => ('example' in body ? body.example : sampleOf(body.schema))
const bodyOf = (operation) => ((operation.requestBody || {}).content || {})['application/json']

function curlOf(method, path, operation, parameters) {
  const address = root + path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? TEXTS.uuid : name.toUpperCase()))
  const lines = ['curl ' + (method === 'get' ? '' : method === 'head' ? '-I ' : '-X ' + method.toUpperCase() + ' ') + quote(address)]
  const filters = parameters.some((one) => one.name === 'where') ? parameters : []
  for (const one of filters.filter(({ name }) => name === 'where' || name === 'sort')) {
    const value = one.example
    lines[0] = lines[0].replace(/^curl (-G )?/, 'curl -G ')
    lines.push('--data-urlencode ' + quote(one.name + '=' + value))
  }
  const body = bodyOf(operation)
  if (body) lines.push("-H 'Content-Type: application/json'", '-d ' + quote(JSON.stringify(exampleOf(body), null, 2)))
  if (((operation.requestBody || {}).content || {})['multipart/form-data']) lines.push("-F 'file=@picture.jpg'")
  return lines.join(' \\\n  ')
}

function sampleView(text) {
  const copy = h('button', { type: 'button', onclick: async () => {
    await navigator.clipboard.writeText(text)
    copy.textContent = 'Copied'
    setTimeout(() => (copy.textContent = 'Copy'), 1500)
  } }, 'Copy')
  return h('div', { class: 'sample' }, h('pre', { tabindex: '0' }, h('code', {}, text)), navigator.clipboard ? copy : undefined)
}

/** The codes that an error response narrows the envelope to. */
function codesOf(schema) {
  const narrowed = (schema.allOf || []).flatMap((one) => (((one.properties || {}).error || {}).properties || {}).code || [])
  return narrowed.flatMap((code) => code.enum || [])
}

function responseView([status, given]) {
  const response = resolve(given)
  const schema = (Object.values(response.content || {})[0] || {}).schema || {}
  const codes = codesOf(schema)
  const isGood = status.startsWith('2')
  return disclosure({ class: 'response' },
    h('summary', {}, h('code', { class: isGood ? 'good' : 'bad' }, status), ' ', ...prose(response.description || '')),
    () => h('div', { class: 'content' },
      h('p', { class: 'limits' }, 'Headers: ' + Object.keys(response.headers || {}).join(', ')),
      codes.length > 0
        ? h('p', { class: 'note' }, 'error.code: ', ...codes.flatMap((code, i) => [i ? ', ' : '', h('code', {}, code)]))
        : schemaView(schema)),
    isGood)
}

function parameterView(given) {
  const parameter = resolve(given)
  const json = parameter.schema.contentSchema
  const schema = json || parameter.schema
  const kind = kindOf(schema) + (json ? ', as JSON' : '')
  return h('li', {},
    h('div', { class: 'head' },
      h('code', { class: 'key' }, parameter.name),
      h('span', { class: 'kind' }, kind),
      h('span', { class: 'flag' }, parameter.in),
      parameter.required ? h('span', { class: 'flag required' }, 'required') : undefined),
    parameter.description ? h('p', { class: 'note' }, prose(parameter.description)) : undefined,
    limitsOf(resolve(schema)),
    nested(schema, 'Members'))
}

function operationBody(one) {
  const { method, path, operation } = one
  const parameters = (operation.parameters || []).map(resolve)
  const body = bodyOf(operation)
  return h('div', { class: 'body' },
    operation.description ? h('p', {}, prose(operation.description)) : undefined,
    h('h3', {}, 'Example'), sampleView(curlOf(method, path, operation, parameters)),
    disclosure({ class: 'inner' }, h('summary', {}, 'Try it'), () => callView(one)),
    parameters.length > 0 ? [h('h3', {}, 'Parameters'), h('ul', { class: 'members' }, parameters.map(parameterView))] : undefined,
    body ? [h('h3', {}, 'Request body' + (operation.requestBody.required ? '' : ' (may be left out)')), schemaView(body.schema)] : undefined,
    h('h3', {}, 'Responses'), Object.entries(operation.responses || {}).map(responseView))
}

function operationView(one) {
  const { method, path, operation } = one
  const summary = h('summary', {},
    h('span', { class: 'method ' + method }, method.toUpperCase()),
    h('code', { class: 'path' }, path),
    h('span', { class: 'summary' }, operation.summary || ''))
  one.view = disclosure({ class: 'operation', id: operation.operationId }, summary, () => operationBody(one))
  one.link = h('li', {}, h('a', { href: '#' + encodeURIComponent(operation.operationId), title: path },
    h('span', { class: 'method ' + method }, method.toUpperCase()), operation.summary || path))
  one.words = [method, path, operation.summary, operation.operationId, ...(operation.tags || [])].join(' ').toLowerCase()
  return one.view
}

function show() {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })))
  const tags = (api.tags || []).map((tag) => ({ ...tag, operations: operations.filter((one) => one.operation.tags.includes(tag.name)) }))
  byId('version').textContent = 'Version ' + api.info.version + ' · OpenAPI ' + api.openapi
  byId('operations').replaceChildren(...tags.map((tag, i) => {
    tag.section = h('section', { id: 'tag-' + i }, h('h2', {}, tag.name),
      tag.description ? h('p', {}, prose(tag.description)) : undefined, tag.operations.map(operationView))
    return tag.section
  }))
  byId('index').replaceChildren(...tags.map((tag, i) => {
    tag.entry = h('div', {}, h('h2', {}, h('a', { href: '#tag-' + i }, tag.name)), h('ul', {}, tag.operations.map((one) => one.link)))
    return tag.entry
  }), h('h2', {}, h('a', { href: '#schemas' }, 'Schemas')))
  byId('schemas').append(...Object.keys(api.components.schemas).map((name) => {
    const reference = { $ref: '#/components/schemas/' + name }
    return disclosure({ class: 'operation' }, h('summary', {}, h('code', { class: 'path' }, name)), () => h('div', { class: 'body' }, schemaView(reference)))
  }))
  const caller = callerView()
  if (caller) {
    byId('calls').replaceChildren(...caller)
    showCaller()
  }
  byId('content').hidden = false
  const filter = () => {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean)
    let found = 0
    for (const tag of tags) {
      const shown = tag.operations.filter((one) => {
        const matches = words.every((word) => one.words.includes(word))
        one.view.hidden = one.link.hidden = !matches
        return matches
      })
      tag.section.hidden = tag.entry.hidden = shown.length === 0
      found += shown.length
    }
    byId('count').textContent = found + (found === 1 ? ' operation' : ' operations')
  }
  byId('filter').addEventListener('input', filter)
  const toggleAll = (open) => operations.forEach((one) => !one.view.hidden && (one.view.open = open))
  byId('expand').addEventListener('click', () => toggleAll(true))
  byId('collapse').addEventListener('click', () => toggleAll(false))
  filter()
}

/** A link to an operation opens it. */
function follow() {
  const target = byId(decodeURIComponent(location.hash.slice(1)))
  if (!target || target.tagName !== 'DETAILS') return
  target.open = true
  target.scrollIntoView()
  target.firstElementChild.focus({ preventScroll: true })
}

document.addEventListener('keydown', (event) => {
  const filter = byId('filter')
  const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)
  if (event.key === '/' && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    filter.focus()
  } else if (event.key === 'Escape' && document.activeElement === filter) {
    filter.value = ''
    filter.dispatchEvent(new Event('input'))
  }
})

async function start() {
  const address = new URL('openapi.json', location.href)
  root = address.href.replace(/\/api\/openapi\.json$/, '')
  const response = await fetch(address)
  if (!response.ok) throw new Error('the service answered ' + response.status)
  api = await response.json()
  show()
  byId('state').remove()
  addEventListener('hashchange', follow)
  follow()
}

start().catch((error) => {
  const state = byId('state')
  if (!state) throw error
  state.className = 'alert'
  state.textContent = 'The description could not be loaded: ' + error.message + '.'
})
`
