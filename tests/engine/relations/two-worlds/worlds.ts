import type { FieldNode, JsonObject, JsonValue, Manifest, Reference, Storage } from '@quirecms/core'
import { must } from '@quirecms/testkit'
import fc, { type Arbitrary } from 'fast-check'
import { allows, NEXT, type Policy, policy, RULED_PATHS, SLUGS, type Slug, type View } from './universe.ts'

export interface WorldDocument {
  readonly id: string
  readonly revision: number
  readonly createdAt: string
  readonly data: JsonObject
}

export type World = Readonly<Record<Slug, readonly WorldDocument[]>>
type Fields = Readonly<Record<Slug, readonly FieldNode[]>>

const COUNT = 4
const idOf = (slug: Slug, index: number) =>
  `01890000-0000-7000-8${SLUGS.indexOf(slug)}00-${String(index * 3).padStart(12, '0')}`
export const idsOf = (slug: Slug) => Array.from({ length: COUNT }, (_, index) => idOf(slug, index))
export const ALL_IDS = SLUGS.flatMap((slug) => idsOf(slug))

const LOCALES = ['en', 'de']
export const WORDS = ['a', 'b', 'B', 'c']
const word = fc.constantFrom(...WORDS)
const instant = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')

export const anyPolicy: Arbitrary<Policy> = fc
  .record({
    collections: fc.record({ alphas: collectionPolicy(), betas: collectionPolicy(), gammas: collectionPolicy() }),
    closed: fc.array(
      fc.tuple(
        fc.constantFrom(...SLUGS),
        fc.constantFrom(...RULED_PATHS),
        fc.constantFrom(...(['closed', 'closed', 'look', 'condition', 'boss', 'id'] as const)),
      ),
      { maxLength: 10 },
    ),
  })
  .map(({ collections, closed }) => ({
    collections,
    fields: Object.fromEntries(closed.map(([slug, path, kind]) => [`${slug}.${path}`, kind])),
  }))

function collectionPolicy() {
  return fc.constantFrom(
    'all' as const,
    'all' as const,
    'shown' as const,
    'shown' as const,
    'boss' as const,
    'none' as const,
  )
}

export function anyWorld(fields: Fields): Arbitrary<World> {
  const documents = (slug: Slug) => fc.tuple(...idsOf(slug).map((id) => anyDocument(id, fields[slug])))
  return fc.record({ alphas: documents('alphas'), betas: documents('betas'), gammas: documents('gammas') })
}

function anyDocument(id: string, fields: readonly FieldNode[]): Arbitrary<WorldDocument> {
  return fc.record({
    id: fc.constant(id),
    revision: fc.integer({ min: 1, max: 3 }),
    createdAt: instant,
    data: anyContent(fields),
  })
}

function anyContent(fields: readonly FieldNode[]): Arbitrary<JsonObject> {
  const stored = fields.filter((node) => node.structure !== 'computed')
  return fc.record(Object.fromEntries(stored.map((node) => [node.name, anyField(node)])))
}

function anyField(node: FieldNode): Arbitrary<JsonValue> {
  if (!node.localized) return anyValue(node)
  return fc.record({ en: anyValue(node), de: anyValue(node) }, { requiredKeys: [] })
}

function anyValue(node: FieldNode): Arbitrary<JsonValue> {
  switch (node.structure) {
    case 'group':
      return anyContent(node.fields)
    case 'rows':
      return anyRows([[undefined, node.fields]])
    case 'blocks':
      return anyRows(Object.entries(node.blocks))
    default:
      return node.many ? fc.array(anyScalar(node), { maxLength: 3 }) : fc.option(anyScalar(node), { freq: 4 })
  }
}

function anyRows(kinds: readonly (readonly [type: string | undefined, fields: readonly FieldNode[]])[]) {
  const row = fc.oneof(
    ...kinds.map(([blockType, fields]) =>
      anyContent(fields).map((content): JsonObject => ({ ...(blockType !== undefined && { blockType }), ...content })),
    ),
  )
  return fc
    .array(row, { maxLength: 2 })
    .map((rows): JsonValue => rows.map((one, index): JsonObject => ({ id: `row-${index}`, ...one })))
}

function anyScalar(node: FieldNode): Arbitrary<JsonValue> {
  const [target] = node.targets
  if (target !== undefined && node.storedAs === 'text') return fc.constantFrom(...idsOf(target as Slug))
  if (target !== undefined) {
    const pairs = node.targets.flatMap((slug) => idsOf(slug as Slug).map((value) => ({ relationTo: slug, value })))
    return fc.constantFrom(...pairs)
  }
  if (node.storedAs === 'number') return fc.integer({ min: 0, max: 3 })
  if (node.storedAs === 'boolean') return fc.boolean()
  return node.storedAs === 'json' ? word.map((a): JsonValue => ({ a })) : word
}

/**
 * Another world that differs only in unreadable content under the current policy: closed fields, all of closed
 * documents, and their existence. Content that rules use stays, because rules may reveal it.
 */
export function sameToReader(world: World, other: World, fields: Fields, gone: readonly string[]): World {
  const differing = (slug: Slug) =>
    world[slug].flatMap((document, index): WorldDocument[] => {
      const twin = other[slug][index] ?? document
      const { shown = null, boss = null } = document.data
      if (mayRead(world, slug, document)) {
        const view = { slug, id: document.id, shown: shown === true, bossShown: isBossShown(world, slug, document) }
        return [{ ...document, data: mixed(fields[slug], document.data, twin.data, view) }]
      }
      if (gone.includes(document.id) && !isLookedAt(slug)) return []
      return [{ ...twin, data: { ...twin.data, shown, boss } }]
    })
  return { alphas: differing('alphas'), betas: differing('betas'), gammas: differing('gammas') }
}

/** Whether a rule of another collection reads documents of this one. */
function isLookedAt(slug: Slug): boolean {
  const { collections, fields } = policy.current
  const looks = (other: Slug) =>
    collections[other] === 'boss' ||
    Object.entries(fields).some(([path, kind]) => path.startsWith(`${other}.`) && kind === 'boss')
  return SLUGS.some((other) => NEXT[other] === slug && looks(other))
}

function mayRead(world: World, slug: Slug, document: WorldDocument): boolean {
  switch (policy.current.collections[slug]) {
    case 'all':
      return true
    case 'none':
      return false
    case 'shown':
      return document.data['shown'] === true
    case 'boss':
      return isBossShown(world, slug, document)
  }
}

function isBossShown(world: World, slug: Slug, { data }: WorldDocument): boolean {
  return world[NEXT[slug]].some((boss) => boss.id === data['boss'] && boss.data['shown'] === true)
}

/** The first content where readable, the second elsewhere. Readable rows keep their positions. */
function mixed(fields: readonly FieldNode[], seen: JsonObject, unseen: JsonObject, view: View): JsonObject {
  const mix: JsonObject = {}
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const [own, twin] = [seen[node.name] ?? null, unseen[node.name] ?? null]
    if (node.hidden || !allows(node.path, view)) mix[node.name] = twin
    else if (!node.localized) mix[node.name] = mixedValue(node, own, twin, view)
    else {
      const codes = LOCALES.filter((code) => code in (own as JsonObject))
      const inLocale = (code: string) => mixedValue(node, member(own, code), member(twin, code), view)
      mix[node.name] = Object.fromEntries(codes.map((code) => [code, inLocale(code)]))
    }
  }
  return mix
}

function mixedValue(node: FieldNode, own: JsonValue, twin: JsonValue, view: View): JsonValue {
  const asObject = (value: JsonValue | undefined) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  if (node.structure === 'group') return mixed(node.fields, asObject(own), asObject(twin), view)
  if (node.structure === 'value' || !Array.isArray(own)) return own
  return own.map((row, index) => {
    const { id = null, blockType } = asObject(row)
    const below = typeof blockType === 'string' ? (node.blocks[blockType] ?? []) : node.fields
    const other = Array.isArray(twin) ? asObject(twin[index]) : {}
    return { id, ...(blockType !== undefined && { blockType }), ...mixed(below, asObject(row), other, view) }
  })
}

function member(value: JsonValue, key: string): JsonValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value[key] ?? null) : null
}

/** Replaces the database's content by a world. */
export async function store(storage: Storage, manifest: Pick<Manifest, 'collections'>, world: World): Promise<void> {
  await storage.transaction(async (tx) => {
    for (const slug of SLUGS) {
      for (const id of idsOf(slug)) await tx.remove(slug, id)
      const entity = must(manifest.collections[slug], slug)
      for (const { id, revision, createdAt, data } of world[slug]) {
        const { shape } = entity.table
        const document = {
          id,
          revision,
          createdAt,
          updatedAt: createdAt,
          json: JSON.stringify(data),
          shape,
          columns: {},
        }
        await tx.insert(slug, document, referencesOf(entity.fields, data))
      }
    }
  })
}

function referencesOf(fields: readonly FieldNode[], data: JsonObject, locale = ''): Reference[] {
  return fields.flatMap((node) => {
    const value = data[node.name] ?? null
    const found: Reference[] = []
    const places = node.localized
      ? LOCALES.map((code) => [code, member(value, code)] as const)
      : [[locale, value] as const]
    for (const [code, one] of places) {
      for (const element of Array.isArray(one) ? one : [one]) {
        const [target] = node.targets
        if (typeof element === 'string' && target !== undefined) {
          found.push({ path: node.path, locale: code, collection: target, id: element })
        } else if (typeof element === 'object' && element !== null) {
          const { relationTo, value: id, blockType = '' } = element as Record<string, string>
          if (relationTo !== undefined && id !== undefined) {
            found.push({ path: node.path, locale: code, collection: relationTo, id })
          } else found.push(...referencesOf(node.blocks[blockType] ?? node.fields, element as JsonObject, code))
        }
      }
    }
    return found
  })
}
