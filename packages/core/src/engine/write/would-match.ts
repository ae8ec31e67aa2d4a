import type { Condition } from '../../contracts/condition.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { DocumentTable } from '../../contracts/storage-schema.ts'
import { evaluate, type EvaluatedDocument, type EvaluatedWorld } from '../../query/evaluate.ts'
import { type Call, readerOf } from '../call.ts'
import { asEvaluated } from '../read/read-form.ts'
import { applyFields } from './apply.ts'
import { loadTargets } from './check-targets.ts'
import { copyContent } from './copy-content.ts'
import { withDefaults } from './added-values.ts'
import { startOverlay } from './overlay.ts'
import { admitNew } from './prepare.ts'

/** Limit of relationships in a path; each round resolves one more. */
const MOST_ROUNDS = 12

/**
 * Whether a new document with this data, or a copy of `source` with it, would match the condition. Leaves out fields that the caller may
 * not send, and targets that the caller may not read, as creating does: the answer must reveal nothing about them.
 */
export async function wouldMatch(
  call: Call,
  condition: Condition,
  data: JsonObject,
  source: StoredDocument | null,
): Promise<boolean> {
  const { fields } = call.entity
  const base = source && (await copyContent(call, source, data))
  const sent = (await admitNew(call, data)).rest()
  const overlay = startOverlay(call, { checksBase: false })
  const content = applyFields(overlay, fields, await withDefaults(call, fields, sent, base), base)
  const { missing } = await loadTargets(call, [{ values: overlay.relationships, oldContent: base, knownThrough: null }])
  const now = call.runtime.clock().toISOString()
  const columns = { revision: 1, createdAt: now, updatedAt: now }
  return evaluateWithOthers(call, condition, { columns, data: content }, missing)
}

/** Conditions may follow relationships: documents that one evaluation lacks are fetched for the next. */
async function evaluateWithOthers(
  call: Call,
  condition: Condition,
  document: EvaluatedDocument,
  missing: readonly { readonly collection: string; readonly id: string }[],
): Promise<boolean> {
  const { collections } = call.runtime.manifest
  const known = new Map<string, EvaluatedDocument | undefined>()
  for (const { collection, id } of missing)
    for (const { name } of tablesOf(collections[collection])) known.set(`${name} ${id}`, undefined)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const lacking = new Map<string, { readonly table: string; readonly id: string }>()
    const world: EvaluatedWorld = {
      get(table, id) {
        const key = `${table} ${id}`
        if (!known.has(key)) lacking.set(key, { table, id })
        return known.get(key)
      },
      // No relationship points to a document that doesn't exist yet.
      pointingTo: () => [],
    }
    const isMatch = evaluate(condition, document, world)
    if (lacking.size === 0) return isMatch
    for (const [key, { table, id }] of lacking) known.set(key, await fetch(call, table, id))
  }
  return false
}

async function fetch(call: Call, table: string, id: string): Promise<EvaluatedDocument | undefined> {
  const entity = Object.values(call.runtime.manifest.collections).find((one) =>
    tablesOf(one).some(({ name }) => name === table),
  )
  const stored = entity && (await readerOf(call).get(table, id))
  return stored && entity ? asEvaluated(entity, stored) : undefined
}

function tablesOf(entity: Entity<Call> | undefined): readonly DocumentTable[] {
  return entity ? [entity.table, ...entity.tables] : []
}
