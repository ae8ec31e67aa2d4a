/**
 * Part of the reference page's script: code samples for curl, the client library and the local API. The samples come
 * from the description; placeholder ids are replaced by ids of documents that the reader may read.
 */
export const SAMPLE_SCRIPT = String.raw`
const ORIGIN = 'http://localhost:3000'
const found = new Map()
let language = 'curl'

/** A document of a collection that the reader may read, or none: its id, and the key of its file. */
function someDocument(tag) {
  const { credentials, headers } = credentialOf()
  const asker = tag.name + ' ' + credentials + ' ' + (headers.Authorization || '')
  if (!found.has(asker)) {
    const ask = async () => {
      const response = await fetch(root + '/api/collections/' + tag.name + '?limit=1', { credentials, headers })
      return response.ok ? (await response.json()).docs[0] : undefined
    }
    found.set(asker, ask().catch(() => undefined))
  }
  return found.get(asker)
}

const OBJECT_KEY = '0123456789abcdef0123456789abcdef.jpg'

/** A sample as it can be copied: with the address of this service, and with documents that are there. */
async function readySource(source, own) {
  let text = source.split(ORIGIN).join(root)
  for (const tag of api.tags) {
    const id = tag['x-example-id']
    if (!id || (!text.includes(id) && !(tag.name === own && text.includes(OBJECT_KEY)))) continue
    const document = await someDocument(tag)
    if (!document) continue
    text = text.split(id).join(document.id)
    if (tag.name === own && document.objectKey) text = text.split(OBJECT_KEY).join(document.objectKey)
  }
  return text
}

function copyButton(text) {
  if (!navigator.clipboard) return undefined
  const copy = h('button', { type: 'button', class: 'copy', onclick: async () => {
    await navigator.clipboard.writeText(text())
    copy.textContent = 'Copied'
    setTimeout(() => (copy.textContent = 'Copy'), 1500)
  } }, 'Copy')
  return copy
}

function sampleView(text) {
  return h('div', { class: 'sample' }, h('pre', { tabindex: '0' }, h('code', {}, text)), copyButton(() => text))
}

/** A language that is chosen at one operation applies to all of them. */
function chooseLanguage(label) {
  language = label
  for (const view of document.querySelectorAll('.samples')) view.dispatchEvent(new Event('language'))
}

function samplesView(samples, own) {
  const code = h('code', {})
  const panel = h('pre', { role: 'tabpanel', tabindex: '0' }, code)
  const tabs = samples.map((sample) => h('button', { type: 'button', role: 'tab', onclick: () => chooseLanguage(sample.label) }, sample.label))
  const list = h('div', { role: 'tablist', 'aria-label': 'Ways to call it', onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length]
    next.click()
    next.focus()
  } }, tabs)
  const view = h('div', { class: 'samples' }, h('div', { class: 'tabs' }, list, copyButton(() => code.textContent)), panel)
  let turn = 0
  const show = async () => {
    const mine = (turn += 1)
    const chosen = samples.find((sample) => sample.label === language) || samples[0]
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(samples[i] === chosen))
      tab.tabIndex = samples[i] === chosen ? 0 : -1
    })
    panel.setAttribute('aria-label', chosen.label)
    code.textContent = chosen.source.split(ORIGIN).join(root)
    const ready = await readySource(chosen.source, own)
    if (mine === turn) code.textContent = ready
  }
  view.addEventListener('language', show)
  show()
  return view
}

/** What comes before the first call. */
function startView() {
  const users = Boolean((api.components.securitySchemes || {}).apiKey)
  const client = "import { createClient } from '@quirecms/sdk'\n\nconst client = createClient({ baseUrl: '" + ORIGIN + "'" + (users ? ", apiKey: process.env.API_KEY" : '') + ' })'
  const local = "import { createApp } from 'quirecms'\nimport config from './quire.config.ts'\n\nconst app = await createApp(config)"
  const shell = (users ? 'export API_KEY=qk_\u2026   # of a user, made in the admin app\n' : '') + "curl '" + ORIGIN + "/api/schema'"
  return samplesView([{ label: 'curl', source: shell }, { label: 'Client', source: client }, { label: 'Local API', source: local }], '')
}
`
