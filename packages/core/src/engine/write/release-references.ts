import type { Condition } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import { eachObject } from '../../content/each-object.ts'
import { isEmpty } from '../../content/empty-value.ts'
import { flatten } from '../../content/field-tree.ts'
import { mapLocales } from '../../content/locales.ts'
import { ALWAYS } from '../../query/parse-where.ts'
import type { Call } from '../call.ts'
import { scopeOf } from '../source.ts'
import { askGuards } from './changeable.ts'
import { collectReferences, targetOf } from './references.ts'
import { updateDocument } from './save.ts'

const AT_ONCE = 500

/** A relationship that has something to say when its target goes. */
interface Pointing {
  readonly entity: Entity<Call>
  readonly node: FieldNode
}

/**
 * What a deletion means for those that point to the document (contract 3, `onDelete`): `restrict` refuses it, `clear` takes the
 * reference out of each of them, with a revision of its own, `keep` leaves them alone. A required relationship that would be empty
 * then cannot be cleared, and refuses as well. All in the deletion's transaction.
 */
export async function releaseReferences(call: Call, unit: Unit, target: StoredDocument): Promise<void> {
  await refuseIfRestricted(call, unit, target)
  for (const pointing of relationshipsTo(call, 'clear')) {
    // Each round takes its sources out of the index, so the next one finds others, and ends where it finds none that are new.
    const cleared = new Set<string>()
    for (;;) {
      const found = await sourcesOf(call, unit, pointing, target.id, { scope: ALWAYS, limit: AT_ONCE })
      const sources = found.filter((id) => !cleared.has(id))
      if (sources.length === 0) break
      for (const id of sources) {
        await clear(call, unit, pointing, id, target.id)
        cleared.add(id)
      }
    }
  }
}

/**
 * `restrict` alone. Every document that points here counts, whoever may read it; but for a target that only goes to the trash, those
 * that are in the trash already do not: all of them can come back.
 */
export async function refuseIfRestricted(
  call: Call,
  unit: Unit,
  target: StoredDocument,
  among: 'all' | 'live' = 'all',
): Promise<void> {
  const restricting = relationshipsTo(call, 'restrict')
  // From here on nobody can begin to point to it; whoever was about to is waited for, and counts.
  if (restricting.length > 0 || relationshipsTo(call, 'clear').length > 0) {
    await unit.tx.get(call.entity.table.name, target.id, undefined, { lock: 'remove' })
  }
  for (const pointing of restricting) {
    const scope = among === 'all' ? ALWAYS : (await scopeOf(call, pointing.entity, 'related')).where
    const sources = await sourcesOf(call, unit, pointing, target.id, { scope, limit: 2 })
    if (sources.length > 0) throw referenced()
  }
}

function referenced(): QuireError {
  return new QuireError('referenced', 'Other documents point to this one.')
}

function relationshipsTo(call: Call, onDelete: 'clear' | 'restrict'): Pointing[] {
  const { collections, globals } = call.runtime.manifest
  return [...Object.values(collections), ...Object.values(globals)].flatMap((entity) =>
    flatten(entity.fields)
      .filter((node) => node.targets.includes(call.entity.slug) && node.options['onDelete'] === onDelete)
      .map((node) => ({ entity, node })),
  )
}

/** Documents that point to the target, other than itself. */
async function sourcesOf(
  call: Call,
  unit: Unit,
  { entity, node }: Pointing,
  id: string,
  { scope, limit }: { readonly scope: Condition; readonly limit: number },
): Promise<string[]> {
  const [found] = await unit.tx.findInverse({
    table: entity.table.name,
    path: node.path,
    collection: call.entity.slug,
    ids: [id],
    scope,
    sort: [],
    limit,
  })
  return (found?.sources ?? []).filter((source) => source !== id || entity.slug !== call.entity.slug)
}

async function clear(call: Call, unit: Unit, { entity, node }: Pointing, sourceId: string, id: string): Promise<void> {
  const found = await unit.tx.get(entity.table.name, sourceId, undefined, { lock: 'change' })
  if (!found) return
  const before = await askGuards(call, unit, found, entity)
  const content = JSON.parse(before.json) as JsonObject
  const defaultLocale = call.runtime.manifest.localization?.defaultLocale
  takeOut(entity.fields, content, { relationship: node, collection: call.entity.slug, id, defaultLocale })
  const references = collectReferences(entity.fields, content)
  await updateDocument({ ...call, entity }, unit, before, { json: JSON.stringify(content), references, data: {} })
}

interface Target {
  readonly relationship: FieldNode
  readonly collection: string
  readonly id: string
  /** The one in which a localized relationship may be required. */
  readonly defaultLocale: string | undefined
}

/** Removes a reference from stored content, wherever the relationship's path leads. */
function takeOut(fields: readonly FieldNode[], content: JsonObject, target: Target): void {
  const { relationship, defaultLocale } = target
  for (const node of fields) {
    const value = content[node.name] ?? null
    if (node === relationship) {
      content[node.name] = mapLocales(node, value, true, (one, locale) =>
        without(one, target, locale === undefined || locale === defaultLocale),
      )
    } else if (relationship.path.startsWith(`${node.path}.`)) eachObject(node, value, true, takeOut, target)
  }
}

function without(value: JsonValue, target: Target, needed: boolean): JsonValue {
  const isTarget = (one: JsonValue): boolean => {
    const found = targetOf(target.relationship, one)
    return found?.id === target.id && found.collection === target.collection
  }
  const after = Array.isArray(value) ? value.filter((one) => !isTarget(one)) : isTarget(value) ? null : value
  if (target.relationship.required && needed && !isEmpty(value) && isEmpty(after)) throw referenced()
  return after
}
