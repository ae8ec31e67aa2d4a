import {
  answerTags,
  type Call,
  defineOperation,
  findReadable,
  isObjectKey,
  type JsonObject,
  notFound,
  OBJECT_KEY,
  type Operation,
  type Parameter,
  parseJson,
  QuireError,
  readerOf,
  type Runtime,
  type StreamedContent,
  type UploadSettings,
  onceFor,
} from '@quirecms/core/feature'
import { type NamedObject, objectsIn } from './named-objects.ts'
import { OBJECTS } from './object-table.ts'

export const downloadParameter: Parameter = {
  name: 'download',
  spellings: ['download'],
  description: 'Makes browsers save the file under its name instead of showing it: `?download`.',
  encoding: 'boolean or text',
  schema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: [''] }] },
  cacheable: true,
}

/**
 * Reads the bytes of an object, for callers who may read a document that names it: the same rule, copies and trash.
 */
export function readFile({ disposition }: Pick<UploadSettings, 'disposition'>): Operation<Call> {
  return defineOperation({
    name: 'readFile',
    summary: 'Read a file',
    description:
      'The bytes of a file; the access rules of its document apply. Browsers always download types that they would execute.',
    endpoint: { method: 'GET', base: 'uploads', path: '/{objectKey}' },
    local: { method: 'readFile', args: ['params.objectKey'] },
    pathSchemas: { objectKey: { type: 'string', pattern: OBJECT_KEY.source } },
    parameters: ['download'],
    body: { kind: 'none' },
    ifMatch: false,
    cacheable: true,
    answer: { kind: 'stream', status: 200 },
    rule: 'read',
    checksAccess: true,
    async run(call) {
      const { content, object, storedAt } = await locateFile(call)
      return { kind: 'stream', content: await streamed(call, { ...object, storedAt }, content, disposition) }
    },
  })
}

export interface LocatedFile extends FoundObject {
  readonly document: string
  readonly storedAt: Date
}

export async function locateFile(call: Call): Promise<LocatedFile> {
  const key = call.input.params['objectKey'] ?? ''
  const { document, storedAt } = await ownerOf(call, key)
  const found = await findObject({ ...call, input: { ...call.input, id: document } }, key)
  if (document === undefined) throw notFound()
  const tags = answerTags()
  tags?.addFile(key)
  tags?.addDocument(call.entity, document)
  return { ...found, document, storedAt }
}

export interface SentObject extends Pick<NamedObject, 'key' | 'mimeType' | 'filesize'> {
  readonly storedAt: Date
}

/** The bytes of an object with their headers. `content` is the JSON of the document. */
export async function streamed(
  call: Call,
  { key, mimeType, filesize, storedAt }: SentObject,
  content: string,
  disposition: UploadSettings['disposition'],
): Promise<StreamedContent> {
  const { store } = await call.runtime.files()
  const isSafe = !isActive(mimeType)
  return {
    mimeType: sentAs(mimeType),
    size: filesize,
    tag: key,
    storedAt,
    filename: downloadName(parseJson(content) as JsonObject, key),
    isSafe,
    isInline: isSafe && disposition === 'inline' && !asksForDownload(call),
    async open(range) {
      const bytes = await store.open(key, range)
      if (bytes) return bytes
      reportMissing(call, key)
      throw notFound()
    },
  }
}

function asksForDownload({ input: { query } }: Call): boolean {
  return query['download'] === true || query['download'] === ''
}

interface FoundObject {
  /** JSON of the content that names it. */
  readonly content: string
  readonly object: NamedObject
}

/** Finds the object in any content of the document that the caller may read. */
async function findObject(call: Call, key: string): Promise<FoundObject> {
  for await (const content of readableContents(call)) {
    const object = objectsIn(content).find((one) => one.key === key)
    if (object) return { content, object }
  }
  throw notFound()
}

/**
 * Contents to search, in order: the requested copy; if none was requested, also the live copy, since editors of
 * drafts see the published site, too; then the versions that the caller may read. For callers without a user the live
 * copy comes first, so that a public answer depends on public content alone.
 */
async function* readableContents(call: Call): AsyncGenerator<string> {
  const { input, entity, caller } = call
  const { draft, trash } = input.query
  const hasCopies = entity.operations['readFile']?.parameters.includes('draft')
  const choosesNone = hasCopies && draft === undefined && trash !== true && input.id !== undefined
  const live = () => presentContent({ ...call, input: { ...input, query: { ...input.query, draft: false } } })
  const isStranger = caller.actor === null && !caller.system
  if (choosesNone && isStranger) yield* await live()
  yield* await presentContent(call)
  if (draft === false || trash === true || input.id === undefined) return
  if (choosesNone && !isStranger) yield* await live()
  for (const kept of entity.readableContents) yield* await kept(call, input.id)
}

async function presentContent(call: Call): Promise<string[]> {
  try {
    return [(await findReadable(call, { runsHooks: true })).stored.json]
  } catch (error) {
    if (error instanceof QuireError && error.code === 'not_found') return []
    throw error
  }
}

/** The document of an object, and the time of its last change; no document for unknown keys. */
async function ownerOf(call: Call, key: string): Promise<{ document: string | undefined; storedAt: Date }> {
  const [record] = isObjectKey(key)
    ? await readerOf(call).records.find(OBJECTS.name, { key, collection: call.entity.slug })
    : []
  return { document: record?.document ?? undefined, storedAt: new Date(record?.changedAt ?? Number.NaN) }
}

/** The document's file name, with the extension of the object: a size may have another type than the original. */
function downloadName({ filename, objectKey }: JsonObject, key: string): string {
  const name = typeof filename === 'string' ? filename : key
  if (objectKey === key) return name
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name}${key.slice(key.lastIndexOf('.'))}`
}

const MOST_REPORTED = 1000
const reported = onceFor((_: Runtime) => new Set<string>())

function reportMissing({ runtime, entity }: Call, key: string): void {
  const keys = reported(runtime)
  if (keys.has(key) || keys.size >= MOST_REPORTED) return
  keys.add(key)
  const message = `the object ${key} of "${entity.slug}" is missing in storage; "quire doctor --files" finds all such files`
  runtime.reportError(message, new Error(message))
}

const ACTIVE = new Set(['text/html', 'text/xml', 'application/xml', 'text/xsl', 'application/xhtml+xml'])
/** All MIME types of JavaScript (RFC 9239 and earlier ones). */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script(?:1\.[0-5])?$/
const STYLE = 'text/css'
const PROGRAM = 'application/wasm'

/**
 * Types that browsers execute: HTML, SVG and everything like XML (docs/contract/uploads.md#active-content). Also
 * scripts, styles and WebAssembly: from our origin, they could be loaded into its pages, or as a worker.
 */
function isActive(mimeType: string): boolean {
  if (ACTIVE.has(mimeType) || mimeType.endsWith('+xml') || mimeType === 'multipart/related') return true
  return sentAs(mimeType) !== mimeType
}

/**
 * Content type to send: with `nosniff`, browsers execute none of these as a script, style or worker. The bytes stay
 * the same.
 */
function sentAs(mimeType: string): string {
  if (mimeType === PROGRAM) return 'application/octet-stream'
  return mimeType === STYLE || SCRIPT.test(mimeType) ? 'text/plain' : mimeType
}
