import { type BrandingConfig, QuireError } from '@quirecms/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentTag, namesTag } from '../reply/in-pieces.ts'
import { sendError, headerList, sendJson } from '../reply/send.ts'
import { type Branding, escaped, readBranding } from './admin-branding.ts'

export interface AdminApp {
  readonly path: string
  /** The built app: index.html, and assets/ with content hashes in the file names. */
  readonly folder: string
  readonly extensions?: readonly URL[]
  readonly languages?: Readonly<Record<string, URL>>
  readonly branding?: BrandingConfig
  /** Open browsers detect a restart of the service and reload. */
  readonly development?: boolean
}

/**
 * Allows nothing of other origins, and no inline code or style, whatever content contains. Exceptions: the preview pane
 * may frame other origins, and pictures may be `blob:` during an upload.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  'frame-src http: https:',
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
}

/** Serves the admin app. Every other path below it is a client-side route. */
export function registerAdminApp(server: FastifyInstance, admin: AdminApp): void {
  const { path, extensions = [], languages = {}, branding = {}, development = false } = admin
  const files = new AdminFiles(admin, readExtensions(extensions), readLanguages(languages), readBranding(branding))
  const answer = (name: string) => (request: FastifyRequest, reply: FastifyReply) => {
    try {
      files.send(request, reply, name)
    } catch (error) {
      sendError(request, reply, error)
    }
  }
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => void) =>
    server.route({ method: 'GET', url, handler })
  get(path, answer('index.html'))
  if (development) registerDevelopment(server, path, () => files.page.tag)
  get(`${path}/*`, (request, reply) => {
    const { '*': rest } = request.params as { '*': string }
    answer(files.has(rest) ? rest : rest.startsWith('assets/') ? rest : 'index.html')(request, reply)
  })
}

interface BuiltFile {
  readonly plain: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
  readonly tag: string
}

function namesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(entries.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in TYPES))
}

/** Cache of the app's files, each read on its first request. */
class AdminFiles {
  readonly #folder: string
  readonly #path: string
  readonly #isDevelopment: boolean
  #names: ReadonlySet<string> | undefined
  readonly #extensions: ReadonlyMap<string, string>
  readonly #languages: readonly AddedLanguage[]
  readonly #added: ReadonlyMap<string, string | Buffer>
  readonly #branding: Branding
  readonly #read = new Map<string, BuiltFile>()

  constructor(
    { folder, path, development = false }: AdminApp,
    extensions: ReadonlyMap<string, string>,
    languages: readonly AddedLanguage[],
    branding: Branding,
  ) {
    this.#folder = folder
    this.#path = path
    this.#isDevelopment = development
    this.#extensions = extensions
    this.#languages = languages
    this.#branding = branding
    const words = languages.map(({ name, text }) => [name, text] as const)
    this.#added = new Map<string, string | Buffer>([...extensions, ...words, ...branding.files])
  }

  /** Listed on first use: listing hundreds of files would take a third of the start time. */
  get #builtNames(): ReadonlySet<string> {
    this.#names ??= namesIn(this.#folder)
    return this.#names
  }

  get page(): BuiltFile {
    return this.#file('index.html')
  }

  has(name: string): boolean {
    return this.#builtNames.has(name) || this.#added.has(name)
  }

  send(request: FastifyRequest, reply: FastifyReply, name: string): void {
    if (!this.has(name)) throw new QuireError('not_found', 'There is nothing at this path.')
    const file = this.#file(name)
    const { coding, body } = encodingFor(file, request.headers['accept-encoding'] ?? '')
    const headers = headerList(request.id, request.answerHeaders, {
      // A name with a hash never changes its content. The page is revalidated each time.
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': POLICY,
      ETag: file.tag,
      Vary: 'Accept-Encoding',
    })
    if (namesTag(request.headers['if-none-match'] ?? '', file.tag)) {
      reply.raw.writeHead(304, headers).end()
      return
    }
    headers.push('Content-Type', TYPES[extname(name)] ?? '', 'Content-Length', String(body.length))
    if (coding !== undefined) headers.push('Content-Encoding', coding)
    reply.raw.writeHead(200, headers).end(body)
  }

  #file(name: string): BuiltFile {
    const known = this.#read.get(name)
    if (known) return known
    const added = this.#added.get(name)
    const file =
      added === undefined
        ? name === 'index.html'
          ? this.#page()
          : this.#built(name)
        : { plain: Buffer.from(added), tag: contentTag(added.toString('latin1')) }
    this.#read.set(name, file)
    return file
  }

  /** Renders the page with the base path, which lets all URLs be relative, and with the application's additions. */
  #page(): BuiltFile {
    const html = readFileSync(join(this.#folder, 'index.html'), 'utf8')
    const meta = (name: string, content: string) =>
      content === '' ? '' : `<meta name="quire-${name}" content="${content}" />`
    const extensions = meta('extensions', [...this.#extensions.keys()].join(' '))
    const languages = meta('languages', this.#languages.map(({ code, name }) => `${code}=${name}`).join(' '))
    const development = meta('development', this.#isDevelopment ? DEVELOPMENT : '')
    const { head, name } = this.#branding
    // Replacer functions: a name may contain patterns such as `$&`.
    const text = html
      .replace('<head>', () => `<head><base href="${this.#path}/" />${extensions}${languages}${head}${development}`)
      .replace('<title>Quire</title>', (title) => (name === undefined ? title : `<title>${escaped(name)}</title>`))
    return { plain: Buffer.from(text), tag: contentTag(text) }
  }

  #built(name: string): BuiltFile {
    const path = join(this.#folder, name)
    const plain = readFileSync(path)
    const compressed = (ending: string) => {
      try {
        return readFileSync(`${path}${ending}`)
      } catch {
        return undefined
      }
    }
    const [br, gzip] = [compressed('.br'), compressed('.gz')]
    return { plain, tag: contentTag(plain.toString('latin1')), ...(br && { br }), ...(gzip && { gzip }) }
  }
}

/** Files are compressed at build time, at the highest level. */
function encodingFor({ plain, br, gzip }: BuiltFile, accepted: string): { coding?: string; body: Buffer } {
  if (br && accepts(accepted, 'br')) return { coding: 'br', body: br }
  if (gzip && accepts(accepted, 'gzip')) return { coding: 'gzip', body: gzip }
  return { body: plain }
}

function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';')
    return name.trim().toLowerCase() === coding && !/q=0(\.0*)?\s*$/.test(weight)
  })
}

/**
 * Reads the application's modules for the admin app, by the names under which they are served. The names contain a
 * content hash, so that browsers can cache them indefinitely. Types are stripped; the modules are not changed
 * otherwise.
 */
function readExtensions(modules: readonly URL[]): ReadonlyMap<string, string> {
  return new Map(
    modules.map((module) => {
      const path = fileURLToPath(module)
      const ending = extname(path)
      const source = readFileSync(path, 'utf8')
      const text = ending === '.ts' || ending === '.mts' ? stripTypeScriptTypes(source) : source
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
      return [`assets/extensions/${basename(path, ending).replace(/[^\w-]/g, '-')}-${hash}.js`, text]
    }),
  )
}

export interface AddedLanguage {
  /** BCP 47 tag: `da`, `pt-PT`. */
  readonly code: string
  /** Served name, with a content hash, so that browsers can cache the file indefinitely. */
  readonly name: string
  readonly text: string
}

/** Reads the application's translations of the admin app. Throws at start if a file is not an object. */
function readLanguages(languages: Readonly<Record<string, URL>>): AddedLanguage[] {
  return Object.entries(languages).map(([code, file]) => {
    const text = JSON.stringify(textsOf(code, fileURLToPath(file)))
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return { code, name: `assets/languages/${code}-${hash}.json`, text }
  })
}

function textsOf(code: string, path: string): object {
  let texts: unknown
  try {
    texts = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`admin.languages.${code}: ${path} can't be read as JSON.`, { cause })
  }
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) {
    throw new Error(`admin.languages.${code}: ${path} must hold an object with sections of texts.`)
  }
  return texts
}

/** Path below the admin app at which it polls for a restart of the service. */
const DEVELOPMENT = 'development'

/**
 * For `quire dev`, which restarts the service when the configuration changes: returns the id of this start and of its
 * page. Open browsers poll every second, so it is a probe: neither logged nor limited.
 */
function registerDevelopment(server: FastifyInstance, path: string, page: () => string): void {
  const start = randomUUID()
  server.route({
    method: 'GET',
    url: `${path}/${DEVELOPMENT}`,
    config: { probe: true },
    handler: (_request, reply) => sendJson(reply, 200, JSON.stringify({ start, page: page() })),
  })
}
