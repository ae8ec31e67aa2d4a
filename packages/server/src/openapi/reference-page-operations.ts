/**
 * Last part of the reference page's script: loads the OpenAPI document and shows operations with examples. It uses the
 * parts before it (reference-page-schemas.ts, reference-page-calls.ts, reference-page-samples.ts). Text never becomes
 * markup here, either.
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

/** What the description shows, or else the form alone. */
const exampleOf = (body) => ('example' in body ? body.example : sampleOf(body.schema))
const bodyOf = (operation) => ((operation.requestBody || {}).content || {})['application/json']

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
  const { operation } = one
  const parameters = (operation.parameters || []).map(resolve)
  const body = bodyOf(operation)
  const samples = operation['x-codeSamples'] || []
  return h('div', { class: 'body' },
    operation.description ? h('p', { class: 'about-it' }, prose(operation.description)) : undefined,
    h('div', { class: 'code' },
      samples.length > 0 ? samplesView(samples, operation.tags[0]) : undefined,
      disclosure({ class: 'inner attempt' }, h('summary', {}, 'Try it'), () => callView(one))),
    h('div', { class: 'words' },
      parameters.length > 0 ? [h('h3', {}, 'Parameters'), h('ul', { class: 'members' }, parameters.map(parameterView))] : undefined,
      body ? [h('h3', {}, 'Request body' + (operation.requestBody.required ? '' : ' (may be left out)')), schemaView(body.schema)] : undefined,
      h('h3', {}, 'Responses'), Object.entries(operation.responses || {}).map(responseView)))
}

function operationView(one) {
  const { method, path, operation } = one
  const summary = h('summary', {},
    h('span', { class: 'method ' + method }, method.toUpperCase()),
    h('span', { class: 'title' }, operation.summary || path),
    h('code', { class: 'path' }, path))
  one.view = disclosure({ class: 'operation', id: operation.operationId }, summary, () => operationBody(one))
  one.link = h('li', {}, h('a', { href: '#' + encodeURIComponent(operation.operationId), title: method.toUpperCase() + ' ' + path }, operation.summary || path))
  one.words = [method, path, operation.summary, operation.operationId, ...(operation.tags || [])].join(' ').toLowerCase()
  return one.view
}

const titleOf = (tag) => tag['x-displayName'] || tag.name

/** What is said of it beside its title. */
function aboutTag(tag) {
  const title = titleOf(tag)
  const said = tag.description || ''
  return said === title ? '' : said.startsWith(title + ': ') ? said.slice(title.length + 2) : said
}

function sectionView(tag, i) {
  tag.section = h('section', { id: 'tag-' + i },
    h('header', {}, h('h2', {}, titleOf(tag)), aboutTag(tag) ? h('p', {}, prose(aboutTag(tag))) : undefined),
    tag.operations.map(operationView))
  return tag.section
}

/** Tags in their groups. Only the operations of one are in sight: there may be hundreds. */
function indexView(tags) {
  const groups = api['x-tagGroups'] || [{ name: 'Operations', tags: tags.map((tag) => tag.name) }]
  return groups.flatMap((group) => [h('h2', { class: 'group' }, group.name),
    ...tags.filter((tag) => group.tags.includes(tag.name)).map((tag) => {
      tag.entry = h('details', { name: 'index' }, h('summary', {}, titleOf(tag)), h('ul', {}, tag.operations.map((one) => one.link)))
      return tag.entry
    })])
}

function show() {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })))
  operations.sort((one, other) => (one.operation['x-order'] || 0) - (other.operation['x-order'] || 0))
  const tags = (api.tags || []).map((tag) => ({ ...tag, operations: operations.filter((one) => one.operation.tags.includes(tag.name)) }))
  byId('version').textContent = 'Version ' + api.info.version
  byId('operations').replaceChildren(...tags.map(sectionView))
  byId('index').replaceChildren(...indexView(tags), h('h2', { class: 'group' }, h('a', { href: '#schemas' }, 'Schemas')))
  byId('start').append(startView())
  byId('schemas').append(...Object.keys(api.components.schemas).map((name) => {
    const reference = { $ref: '#/components/schemas/' + name }
    return disclosure({ class: 'operation schema' }, h('summary', {}, h('code', { class: 'path' }, name)), () => h('div', { class: 'body' }, schemaView(reference)))
  }))
  const caller = callerView()
  if (caller) {
    byId('calls').replaceChildren(...caller)
    showCaller()
  }
  byId('content').hidden = false
  const filter = () => {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter(Boolean)
    let sum = 0
    for (const tag of tags) {
      const shown = tag.operations.filter((one) => {
        const matches = words.every((word) => one.words.includes(word))
        one.view.hidden = one.link.hidden = !matches
        return matches
      })
      tag.section.hidden = tag.entry.hidden = shown.length === 0
      sum += shown.length
    }
    byId('count').textContent = words.length === 0 ? '' : sum + (sum === 1 ? ' operation' : ' operations')
  }
  byId('filter').addEventListener('input', filter)
  const toggleAll = (open) => operations.forEach((one) => !one.view.hidden && (one.view.open = open))
  byId('expand').addEventListener('click', () => toggleAll(true))
  byId('collapse').addEventListener('click', () => toggleAll(false))
  current = (target) => {
    for (const { view, link } of operations) {
      if (view === target) link.firstChild.setAttribute('aria-current', 'true')
      else link.firstChild.removeAttribute('aria-current')
    }
    const tag = tags.find(({ section }) => section === target || section.contains(target))
    if (tag) tag.entry.open = true
  }
  for (const tag of tags) tag.entry.addEventListener('toggle', () => {
    // Scroll to a tag that the user opens by hand; one reached by a link is in view already.
    if (tag.entry.open && !tag.section.contains(document.activeElement) && tag.entry.contains(document.activeElement)) tag.section.scrollIntoView()
  })
  filter()
}

let current = () => {}

/** A link to an operation opens it. */
function follow() {
  const target = byId(decodeURIComponent(location.hash.slice(1)))
  if (target) current(target)
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
