import { type Entity, type FieldNode, type JsonObject, type JsonValue, type Manifest, QuireError } from '@quirecms/core'
import type { TestLocal } from '../test-local.ts'
import { type KnownIds, validElement } from './valid-values.ts'
import type { Random } from './random.ts'

/** Documents of each collection. */
const COUNT = 6
/** Repeated, so that required references find their targets, whatever the order of collections. */
const PASSES = 3

type Fields = Pick<Entity, 'fields'>

/**
 * Creates random valid documents of every collection; publishes half of those with drafts. Skips what the application
 * refuses, because it may require more than fields express. Also fills globals.
 */
export async function makeDocuments(
  local: TestLocal,
  { collections, globals }: Pick<Manifest, 'collections' | 'globals'>,
  locales: readonly string[],
  random: Random,
): Promise<CreateRefusals> {
  const refusals = new CreateRefusals()
  const tried = async <T>(entity: Entity, call: () => Promise<T> | undefined) => {
    try {
      return await call()
    } catch (error) {
      refusals.add(entity, error)
      return null
    }
  }
  const ids = new Map<string, string[]>()
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const entity of Object.values(collections)) {
      const known = ids.get(entity.slug) ?? []
      ids.set(entity.slug, known)
      while (known.length < COUNT) {
        const id = await tried(entity, () => made(local, entity, ids, random))
        if (!id) break
        known.push(id)
      }
    }
  }
  // By now, all targets exist.
  for (const entity of Object.values(collections)) {
    for (const id of ids.get(entity.slug) ?? []) {
      for (const locale of locales.length > 0 ? locales : [undefined])
        await tried(entity, () =>
          local.collection(entity.slug)['update']?.(id, contentOf(entity, ids, random), { locale }),
        )
      if (random.chance(50)) await tried(entity, () => local.collection(entity.slug)['publish']?.(id))
    }
  }
  for (const entity of Object.values(globals)) {
    for (const locale of locales.length > 0 ? locales : [undefined])
      await tried(entity, () => local.global(entity.slug)['update']?.(contentOf(entity, ids, random), { locale }))
    if (random.chance(50)) await tried(entity, () => local.global(entity.slug)['publish']?.())
  }
  return refusals
}

/** The first refusal of each collection and global, to explain missing documents. */
export class CreateRefusals {
  readonly #first = new Map<string, string>()

  add({ table }: Entity, error: unknown): void {
    if (!this.#first.has(table.name)) this.#first.set(table.name, reasonOf(error))
  }

  of(slug: string): string | undefined {
    return this.#first.get(slug)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const issues = ((error instanceof QuireError && error.issues) || []).map(({ path, message }) => `${path}: ${message}`)
  return [error.message, ...issues].join(' ')
}

async function made(local: TestLocal, entity: Entity, ids: KnownIds, random: Random): Promise<string | null> {
  const data = contentOf(entity, ids, random)
  const users = entity.slug in local.auth ? local.users(entity.slug) : undefined
  const document: unknown = users
    ? await users['createUser']?.({ data, password: `A long password ${random.below(1e9)}` })
    : await local.collection(entity.slug)['create']?.(data)
  return (document as { readonly id?: string } | null)?.id ?? null
}

function contentOf({ fields }: Fields, ids: KnownIds, random: Random): JsonObject {
  const written = fields.filter(({ structure, readOnly }) => structure !== 'computed' && !readOnly)
  const entries = written.flatMap((node): [string, JsonValue][] => {
    if (!node.required && random.chance(15)) return []
    const value = valueOf(node, ids, random)
    return value === undefined ? [] : [[node.name, value]]
  })
  return Object.fromEntries(entries)
}

function valueOf(node: FieldNode, ids: KnownIds, random: Random): JsonValue | undefined {
  const rows = (row: () => JsonObject) => Array.from({ length: 1 + random.below(2) }, row)
  switch (node.structure) {
    case 'group':
      return contentOf(node, ids, random)
    case 'rows':
      return rows(() => contentOf(node, ids, random))
    case 'blocks':
      return rows(() => {
        const [blockType = '', fields = []] = random.oneOf(Object.entries(node.blocks)) ?? []
        return { blockType, ...contentOf({ fields }, ids, random) }
      })
    case 'value':
    case 'computed': {
      const element = validElement(node, ids, random)
      return element === undefined || !node.many ? element : [element]
    }
  }
}
