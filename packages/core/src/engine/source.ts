import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Place, Places, LookupPurpose, Source } from '../contracts/source.ts'
import type { StoredDocument } from '../contracts/document-storage.ts'
import { ALWAYS, allOf } from '../query/combine-conditions.ts'
import { ask } from './access.ts'
import { answerGrounds, answerTags } from './noted-basis.ts'
import { type Call, documentId, readerOf } from './call.ts'

/**
 * What a call may see of an entity: the table, and the condition on its documents. Only this function combines the
 * entity's read rule with the scopes of its features, so that lists, populations, joins, paths and checks of targets
 * never differ.
 */
export async function sourceOf(
  call: Call,
  entity: Entity<Call> = call.entity,
  purpose: LookupPurpose = 'asked',
): Promise<Source> {
  if (purpose === 'related') answerTags()?.lookAt(entity.slug)
  const subject = purpose === 'related' ? {} : { id: documentId(call) ?? undefined }
  const rule = await ask(call, 'read', subject, entity)
  const source =
    rule.kind === 'never' ? { table: entity.table.name, where: rule } : await narrowed(call, entity, purpose, rule)
  answerGrounds()?.saw(call, entity, purpose, source)
  return source
}

/**
 * The source without the read rule: for changes, which check their own rule on the document, and for users who are
 * signing in.
 */
export async function scopeOf(
  call: Call,
  entity: Entity<Call> = call.entity,
  purpose: LookupPurpose = 'asked',
): Promise<Source> {
  return narrowed(call, entity, purpose, ALWAYS)
}

async function narrowed(call: Call, entity: Entity<Call>, purpose: LookupPurpose, rule: Condition): Promise<Source> {
  let source: Source | undefined
  const conditions: Condition[] = []
  const own = entity === call.entity ? call : { ...call, entity }
  for (const narrow of entity.scopes) {
    const { table, where = ALWAYS, otherwise } = await narrow(own, purpose)
    if (table === undefined) conditions.push(where)
    else if (source) throw new QuireError('internal', `Two features read "${entity.slug}" from two tables.`)
    else source = { table, where, ...(otherwise && { otherwise }) }
  }
  const { table, where, otherwise } = source ?? { table: entity.table.name, where: ALWAYS }
  // If the first table shows every document, the second one is not needed.
  const showsAll = where.kind === 'always' && rule.kind === 'always'
  return within({ table, where, ...(otherwise && !showsAll && { otherwise }) }, [rule, ...conditions])
}

function within({ table, where, otherwise }: Source, conditions: readonly Condition[]): Source {
  return {
    table,
    where: allOf([...conditions, where]),
    ...(otherwise && { otherwise: { table: otherwise.table, where: allOf([...conditions, otherwise.where]) } }),
  }
}

/** Loads the visible documents with these ids, each from the first table that shows it. */
export async function getFrom(call: Call, source: Source, ids: readonly string[]): Promise<StoredDocument[]> {
  const found = await readerOf(call).getMany(source.table, ids, source.where)
  if (!source.otherwise || found.length === ids.length) return found
  const seen = new Set(found.map(({ id }) => id))
  const left = ids.filter((id) => !seen.has(id))
  return [...found, ...(await readerOf(call).getMany(source.otherwise.table, left, source.otherwise.where))]
}

/** Loads the document with this id from the first table of a source that shows it, and names the table. */
export async function findIn(
  call: Call,
  { table, where, otherwise }: Source,
  id: string,
): Promise<{ readonly stored: StoredDocument; readonly table: string } | null> {
  for (const place of [{ table, where }, ...(otherwise ? [otherwise] : [])]) {
    const stored = await readerOf(call).get(place.table, id, place.where)
    if (stored) return { stored, table: place.table }
  }
  return null
}

/** The tables of a source with disjoint conditions, so that no document is found twice. */
export function placesOf({ table, where, otherwise }: Source): Places {
  if (!otherwise) return { table, where }
  const shown: Condition = {
    kind: 'compare',
    path: {
      steps: [
        { kind: 'twin', table, scope: where },
        { kind: 'column', name: 'id' },
      ],
      storedAs: 'text',
    },
    test: { op: 'is_set' },
  }
  const rest = allOf([otherwise.where, { kind: 'not', of: shown }])
  return { table, where, beside: [{ table: otherwise.table, where: rest }] }
}

/** Narrows all tables by a condition. */
export function ofThose({ table, where, beside }: Places, condition: Condition): Places {
  const those = (place: Place): Place => ({ table: place.table, where: allOf([place.where, condition]) })
  return { ...those({ table, where }), ...(beside && { beside: beside.map(those) }) }
}

/** All tables of a source. */
export function eachOf({ table, where, beside = [] }: Places): readonly [Place, ...Place[]] {
  return [{ table, where }, ...beside]
}
