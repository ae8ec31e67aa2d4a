import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { FilteredTable, FilteredTables, LookupPurpose, Source } from '../contracts/source.ts'
import type { StoredDocument } from '../contracts/document-storage.ts'
import { ALWAYS, allOf } from '../query/combine-conditions.ts'
import { ask } from './access.ts'
import { answerGrounds, answerTags } from './waiting-client.ts'
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
    const { table, where = ALWAYS, fallback } = await narrow(own, purpose)
    if (table === undefined) conditions.push(where)
    else if (source) throw new QuireError('internal', `Two features read "${entity.slug}" from two tables.`)
    else source = { table, where, ...(fallback && { fallback }) }
  }
  const { table, where, fallback } = source ?? { table: entity.table.name, where: ALWAYS }
  // If the first table shows every document, the second one is not needed.
  const showsAll = where.kind === 'always' && rule.kind === 'always'
  return within({ table, where, ...(fallback && !showsAll && { fallback }) }, [rule, ...conditions])
}

function within({ table, where, fallback }: Source, conditions: readonly Condition[]): Source {
  return {
    table,
    where: allOf([...conditions, where]),
    ...(fallback && { fallback: { table: fallback.table, where: allOf([...conditions, fallback.where]) } }),
  }
}

/** Loads the visible documents with these ids, each from the first table that shows it. */
export async function findManyInSource(call: Call, source: Source, ids: readonly string[]): Promise<StoredDocument[]> {
  const found = await readerOf(call).getMany(source.table, ids, source.where)
  if (!source.fallback || found.length === ids.length) return found
  const seen = new Set(found.map(({ id }) => id))
  const left = ids.filter((id) => !seen.has(id))
  return [...found, ...(await readerOf(call).getMany(source.fallback.table, left, source.fallback.where))]
}

/** Loads the document with this id from the first table of a source that shows it, and names the table. */
export async function findInSource(
  call: Call,
  { table, where, fallback }: Source,
  id: string,
): Promise<{ readonly stored: StoredDocument; readonly table: string } | null> {
  for (const place of [{ table, where }, ...(fallback ? [fallback] : [])]) {
    const stored = await readerOf(call).get(place.table, id, place.where)
    if (stored) return { stored, table: place.table }
  }
  return null
}

/** The tables of a source with disjoint conditions, so that no document is found twice. */
export function tablesOf({ table, where, fallback }: Source): FilteredTables {
  if (!fallback) return { table, where }
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
  const rest = allOf([fallback.where, { kind: 'not', of: shown }])
  return { table, where, union: [{ table: fallback.table, where: rest }] }
}

/** Narrows all tables by a condition. */
export function narrowTables({ table, where, union }: FilteredTables, condition: Condition): FilteredTables {
  const those = (place: FilteredTable): FilteredTable => ({
    table: place.table,
    where: allOf([place.where, condition]),
  })
  return { ...those({ table, where }), ...(union && { union: union.map(those) }) }
}

/** All tables of a source. */
export function eachTable({ table, where, union = [] }: FilteredTables): readonly [FilteredTable, ...FilteredTable[]] {
  return [{ table, where }, ...union]
}
