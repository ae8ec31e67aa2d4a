import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { FilteredTable, FilteredTables, LookupPurpose, Source } from '../contracts/source.ts'
import type { StoredDocument } from '../contracts/document-storage.ts'
import { allOf, ALWAYS } from '../query/conditions.ts'
import { ask, notePaths, reachedCollections, trustedPaths } from './access.ts'
import { answerTags } from './waiting-client.ts'
import { type Call, documentId, readerOf } from './call.ts'
import type { FieldNode, JoinOptions } from '../contracts/field.ts'
import { mayReadAt, type OtherCollection, type OtherCollections, type PathRoot } from '../query/path-root.ts'
import { deniedInQueries, type DeniedPaths } from './field-access.ts'

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
  return rule.kind === 'never' ? { table: entity.table.name, where: rule } : withScopes(call, entity, purpose, rule)
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
  return withScopes(call, entity, purpose, ALWAYS)
}

/** Combines a condition with the scopes of the entity's features, one of which may name another table. */
async function withScopes(call: Call, entity: Entity<Call>, purpose: LookupPurpose, rule: Condition): Promise<Source> {
  let source: Source | undefined
  const conditions: Condition[] = []
  const own = entity === call.entity ? call : { ...call, entity }
  for (const narrow of entity.scopes) {
    const { table, where = ALWAYS, fallback } = await narrow(own, purpose)
    if (table === undefined) conditions.push(where)
    else if (source)
      throw new QuireError('internal', `Two features define the table that "${entity.slug}" is read from.`)
    else source = { table, where, ...(fallback && { fallback }) }
  }
  const { table, where, fallback } = source ?? { table: entity.table.name, where: ALWAYS }
  // If the first table shows every document, the second one is not needed.
  const showsAll = where.kind === 'always' && rule.kind === 'always'
  const inBoth = [rule, ...conditions]
  return {
    table,
    where: allOf([...inBoth, where]),
    ...(fallback && !showsAll && { fallback: { table: fallback.table, where: allOf([...inBoth, fallback.where]) } }),
  }
}

/** Whether a change of a document's columns also changed its live copy, whose revision stays the same. */
export function changesLiveCopy({ copies }: Entity<Call>, before: StoredDocument, stored: StoredDocument): boolean {
  if (copies === null) return false
  return Object.keys(stored.columns).some(
    (name) => !copies.ownColumns.includes(name) && stored.columns[name] !== before.columns[name],
  )
}

/** Whether ordinary reads leave the document out, because of a column that hides it. */
export function isHidden({ table }: Entity<Call>, { columns }: StoredDocument): boolean {
  return table.columns.some(({ name, hides }) => hides && (columns[name] ?? null) !== null)
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
  for (const one of [{ table, where }, ...(fallback ? [fallback] : [])]) {
    const stored = await readerOf(call).get(one.table, id, one.where)
    if (stored) return { stored, table: one.table }
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

/**
 * Where the caller may look for documents that point somewhere by this field: null if the caller may read none of them,
 * or not the field.
 */
export async function tablesPointing(
  call: Call,
  entity: Entity<Call>,
  node: FieldNode,
): Promise<FilteredTables | null> {
  const source = await sourceOf(call, entity, 'related')
  if (source.where.kind === 'never' || !mayReadAt(node.path, await readerPathsIn(call, entity, []))) return null
  return tablesOf(source)
}

export function narrowTables({ table, where, union }: FilteredTables, condition: Condition): FilteredTables {
  const those = (one: FilteredTable): FilteredTable => ({ table: one.table, where: allOf([one.where, condition]) })
  return { ...those({ table, where }), ...(union && { union: union.map(those) }) }
}

export function eachTable({ table, where, union = [] }: FilteredTables): readonly [FilteredTable, ...FilteredTable[]] {
  return [{ table, where }, ...union]
}

/**
 * The paths that the caller may use in `where` and `sort`, also into other collections. Resolving is synchronous and
 * rules are not, so the reached collections' rules are asked first.
 */
export async function readerPaths(call: Call, paths: readonly string[]): Promise<PathRoot> {
  return readerPathsIn(call, call.entity, paths)
}

export async function readerPathsIn(call: Call, from: Entity<Call>, paths: readonly string[]): Promise<PathRoot> {
  const { manifest } = call.runtime
  const others = new Map<string, OtherCollection>()
  notePaths(call, from, paths)
  for (const slug of reachedCollections(call, from, paths)) {
    const entity = manifest.collections[slug]
    if (!entity) continue
    const source = await sourceOf(call, entity, 'related')
    // A collection that the caller may not read does not exist for its queries.
    if (source.where.kind === 'never') continue
    // A join's `where` comes from the configuration and may use every path.
    const trusted = await trustedPaths(entity, call)
    const joined = (join: JoinOptions, visible: Condition) => trusted.joined(join, visible)
    const root = readerRoot(call, entity, await deniedInQueries(call, entity), others)
    others.set(slug, { ...root, tables: eachTable(tablesOf(source)), joined })
  }
  return readerRoot(call, from, await deniedInQueries(call, from), others)
}

function readerRoot(
  { caller, locale, runtime }: Call,
  entity: Entity<Call>,
  denied: DeniedPaths,
  others: OtherCollections,
): PathRoot {
  return {
    slug: entity.slug,
    fields: entity.fields,
    systemFields: entity.systemFields,
    localization: runtime.manifest.localization,
    locale,
    mayRead: (node) => caller.system || !(node.hidden || denied?.has(node.path)),
    others,
  }
}

export function pathsOfSort(sort: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort]
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^-/, ''))
}
