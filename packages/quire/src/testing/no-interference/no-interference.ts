import type { Actor, QuireConfig } from '@quirecms/core'
import { exportLines, importLines } from '@quirecms/features/commands'
import { runtimeOf } from '../../runtime-of.ts'
import { type AnyTestApp, createTestApp, type TestApp, type TestAppOptions } from '../test-app.ts'
import type { TestLocal } from '../test-local.ts'
import { makeDocuments, type CreateRefusals } from './made-documents.ts'
import { type KeptSecret, otherWorld } from './other-world.ts'
import { Questions } from './questions.ts'
import { Random } from './random.ts'
import { type ResolvedSecret, resolveSecret, type SecretField } from './secrets.ts'
import { type ObservedAnswer, toldApart } from './told-apart.ts'
import type { KnownIds } from './valid-values.ts'

export interface NoInterferenceOptions extends Pick<TestAppOptions, 'dialect' | 'postgresUrl' | 'features'> {
  /** The caller; anonymous by default. */
  readonly actor?: Actor | null
  /**
   * What the caller must not learn: `posts.internalNote`, `global:site.apiKey`, a collection, or selected documents of
   * one.
   */
  readonly secret: string | SecretField | readonly (string | SecretField)[]
  /** Creates documents with all rights; random ones of every collection by default. */
  readonly seed?: (local: TestLocal) => Promise<unknown>
  /** Number of requests; 300 by default. */
  readonly questions?: number
  /** Further paths to request, such as your own routes: `/api/plugins/likes/top?limit=5`. */
  readonly paths?: readonly string[]
  /** Random seed, to repeat a run; 1 by default. */
  readonly random?: number
}

export interface NoInterference {
  readonly asked: number
  /** Number of successful responses: a caller who is always refused proves little. */
  readonly answered: number
  /** Number of documents that differed, including live copies. */
  readonly differing: number
}

/** Response headers that depend on the content. */
const TELLING = ['etag', 'content-length', 'cache-tag', 'last-modified', 'retry-after', 'location']

/**
 * Checks that responses don't reveal a secret: sends the same random requests to two applications that differ only in
 * the secret, and throws for the first request whose responses differ in any byte.
 *
 * @example
 * await noInterference(config, { actor: ann, secret: 'posts.internalNote' })
 */
export async function noInterference(config: QuireConfig, options: NoInterferenceOptions): Promise<NoInterference> {
  const { actor = null, seed, questions = 300, paths = [], random: number = 1, ...rest } = options
  const random = new Random(number)
  const now = new Date()
  const open = () =>
    createTestApp(
      { ...config, server: { ...config.server, rateLimit: false } },
      { ...rest, jobs: false, clock: () => now, ...(actor && { actors: { caller: actor } }) },
    )
  const locales = config.localization?.locales ?? []
  const [one, other] = await Promise.all([open(), open()])
  try {
    const secrets = [options.secret].flat().map((given) => resolveSecret(given, one.manifest))
    const local = one.local.asSystem()
    const refusals = seed ? null : await makeDocuments(local, one.manifest, locales, random)
    await seed?.(local)
    const lines = await linesOf(one)
    const ids = idsIn(lines, one)
    const kept = await Promise.all(secrets.map((secret) => withDocuments(secret, local)))
    const world = otherWorld(lines, one.manifest, kept, { ids, random, locales })
    if (world.changed === 0) throw new Error(nothingDiffers(secrets, refusals))
    await importLines(runtimeOf(other.app), asynchronous(world.lines), { merge: false })
    const asking = new Questions(one.manifest, { ids, secrets, locales }, random)
    const asked = [...paths, ...Array.from({ length: questions }, () => asking.next())]
    let answered = 0
    for (const path of asked) {
      const [left, right] = await Promise.all([answerTo(one, path), answerTo(other, path)])
      if (isTold(left, right)) throw new Error(toldApart(path, left, right, { secrets, actor, random: number }))
      answered += left.isSuccess ? 1 : 0
    }
    return { asked: asked.length, answered, differing: world.changed }
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

function nothingDiffers(secrets: readonly ResolvedSecret[], refusals: CreateRefusals | null): string {
  const [refused] = secrets.flatMap(({ slug }) => {
    const reason = refusals?.of(slug)
    return reason === undefined ? [] : [` The application refused the generated document for '${slug}': ${reason}`]
  })
  return `There is no document with the secret, so no response could differ. Create some with \`seed: async (local) => { … }\`.${refused ?? ''}`
}

async function linesOf({ app }: TestApp<QuireConfig>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportLines(runtimeOf(app), { secrets: true, files: true })) lines.push(line)
  return lines
}

async function* asynchronous(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

function idsIn(lines: readonly string[], { manifest }: AnyTestApp): KnownIds {
  const documents = lines.map((line) => JSON.parse(line) as { readonly table: string; readonly id: string })
  return new Map(
    Object.values(manifest.collections).map(({ slug, table }) => [
      slug,
      documents.flatMap((document) => (document.table === table.name && document.id ? [document.id] : [])),
    ]),
  )
}

async function withDocuments(secret: ResolvedSecret, local: TestLocal): Promise<KeptSecret> {
  if (!secret.where) return { ...secret, ids: undefined }
  const ids = new Set<string>()
  for await (const { id } of local.collection(secret.slug)['each']({ where: secret.where })) ids.add(String(id))
  return { ...secret, ids }
}

async function answerTo(app: AnyTestApp, path: string): Promise<ObservedAnswer & { readonly isSuccess: boolean }> {
  const as = 'caller' in app.actors ? 'caller' : undefined
  // Refusals contain the request id, so it is the same in both worlds.
  const { status, headers, text } = await app.request('GET', path, { as, headers: { 'x-request-id': 'same' } })
  const told = TELLING.map((name) => `${name}: ${headers.get(name)}`)
  return { status, headers: told, text, isSuccess: status < 300 }
}

function isTold(one: ObservedAnswer, other: ObservedAnswer): boolean {
  return one.status !== other.status || one.text !== other.text || one.headers.join() !== other.headers.join()
}
