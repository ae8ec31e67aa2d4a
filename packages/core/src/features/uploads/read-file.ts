import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { isObjectKey, OBJECT_KEY } from '../../contracts/object-store.ts'
import { parseJson } from '../../content/parse-json.ts'
import { type Call, defineOperation, readerOf, type Runtime } from '../../engine/call.ts'
import { beforeRead } from '../../engine/hooks.ts'
import { findReadable, notFound } from '../../engine/read/find-document.ts'
import { type NamedObject, objectsIn } from './named-objects.ts'
import { OBJECTS } from './object-table.ts'

/** The bytes of an object, for whoever may read a document that names it: the same rule, the same copy, the same trash. */
export const readFile = defineOperation({
  name: 'readFile',
  summary: 'Read a file',
  description:
    'The bytes of a file, under the rule of the document that it belongs to. Types that browsers would run are always downloaded.',
  endpoint: { method: 'GET', base: 'uploads', path: '/{objectKey}' },
  local: { method: 'readFile', args: ['params.objectKey'] },
  pathSchemas: { objectKey: { type: 'string', pattern: OBJECT_KEY.source } },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  answer: { kind: 'stream', status: 200 },
  rule: 'read',
  async run(call) {
    const key = call.input.params['objectKey'] ?? ''
    const asked = { ...call, input: { ...call.input, id: await ownerOf(call, key) } }
    const { content, object } = await findObject(asked, key)
    const { store } = await call.runtime.files()
    return {
      kind: 'stream',
      content: {
        mimeType: sentAs(object.mimeType),
        size: object.filesize,
        tag: key,
        filename: downloadName(parseJson(content) as JsonObject, key),
        isInline: !isActive(object.mimeType),
        async open(range) {
          const bytes = await store.open(key, range)
          if (bytes) return bytes
          reportMissing(call, key)
          throw notFound()
        },
      },
    }
  },
})

interface FoundObject {
  /** The content that names it, as JSON. */
  readonly content: string
  readonly object: NamedObject
}

/** The object as any content of the document names it that the caller may read. */
async function findObject(call: Call, key: string): Promise<FoundObject> {
  for await (const content of readableContents(call)) {
    const object = objectsIn(content).find((one) => one.key === key)
    if (object) return { content, object }
  }
  throw notFound()
}

/**
 * The copy that the call asks for. If it doesn't say which, also the live one, since whoever edits drafts sees the site like everybody
 * else. And then what features keep of the document, since whoever may read its history sees the files in there.
 */
async function* readableContents(call: Call): AsyncGenerator<string> {
  const { input, entity } = call
  yield* await presentContent(call)
  const { draft, trash } = input.query
  if (draft === false || trash === true || input.id === undefined) return
  const hasCopies = entity.operations['readFile']?.parameters.includes('draft')
  if (hasCopies && draft === undefined)
    yield* await presentContent({ ...call, input: { ...input, query: { ...input.query, draft: false } } })
  for (const kept of entity.readableContents) yield* await kept(call, input.id)
}

async function presentContent(call: Call): Promise<string[]> {
  try {
    return [(await findReadable(call, () => beforeRead(call))).json]
  } catch (error) {
    if (error instanceof QuireError && error.code === 'not_found') return []
    throw error
  }
}

/** The document that an object belongs to; undefined for what names no object, whatever it may be. */
async function ownerOf(call: Call, key: string): Promise<string | undefined> {
  if (!isObjectKey(key)) return undefined
  const [record] = await readerOf(call).records.find(OBJECTS.name, { key, collection: call.entity.slug })
  return typeof record?.['document'] === 'string' ? record['document'] : undefined
}

/** The name that people know the file by, with the ending of what is read: an image may be of another type than its original. */
function downloadName({ filename, objectKey }: JsonObject, key: string): string {
  const name = typeof filename === 'string' ? filename : key
  if (objectKey === key) return name
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name}${key.slice(key.lastIndexOf('.'))}`
}

/** More than this, and it is no longer about single files. */
const MOST_REPORTED = 1000
const reported = new WeakMap<Runtime, Set<string>>()

/** To the client there is no such file. The operator hears of it, once: somebody who asks again and again must not fill the log. */
function reportMissing({ runtime, entity }: Call, key: string): void {
  const keys = reported.get(runtime) ?? new Set()
  reported.set(runtime, keys)
  if (keys.has(key) || keys.size >= MOST_REPORTED) return
  keys.add(key)
  const message = `the object ${key} of "${entity.slug}" is missing in storage; "quire doctor --files" finds all like it`
  runtime.reportError(message, new Error(message))
}

const ACTIVE = new Set(['text/html', 'text/xml', 'application/xml', 'text/xsl', 'application/xhtml+xml'])
/** Every name that browsers know JavaScript by (RFC 9239 and what came before it). */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script(?:1\.[0-5])?$/
const STYLE = 'text/css'
const PROGRAM = 'application/wasm'

/**
 * What a browser would run, or read as something that it runs: HTML, SVG and everything like XML (docs/contract/uploads.md#active-content).
 * Scripts, styles and programs too: from our origin, they could become a part of its pages, or a worker.
 */
function isActive(mimeType: string): boolean {
  if (ACTIVE.has(mimeType) || mimeType.endsWith('+xml') || mimeType === 'multipart/related') return true
  return sentAs(mimeType) !== mimeType
}

/** With `nosniff`, browsers take none of these for a script, a style or a worker. The bytes stay the same. */
function sentAs(mimeType: string): string {
  if (mimeType === PROGRAM) return 'application/octet-stream'
  return mimeType === STYLE || SCRIPT.test(mimeType) ? 'text/plain' : mimeType
}
