import type { Entity } from '../../contracts/entity.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { mayReadAt } from '../../query/path-scope.ts'
import type { Call } from '../call.ts'
import { readerPathsIn } from '../paths/reader-paths.ts'
import { sourceOf } from '../source.ts'

/** A relationship, and how many documents point to the target through it. */
export interface PointingCount {
  readonly entity: Entity<Call>
  readonly node: FieldNode
  readonly count: number
}

/**
 * Error for a document that references keep from being removed: their number, by collection if the caller may read it.
 * Others are only counted. Lists no ids: a filtered list finds the documents that the caller may read.
 */
export async function referenced(call: Call, pointing: readonly PointingCount[]): Promise<QuireError> {
  const counts = new Map<string, number>()
  for (const { entity, node, count } of pointing) {
    const name = (await mayKnow(call, entity, node)) ? entity.slug : 'other documents'
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const list = [...counts].map(([name, count]) => `${name} (${count})`).join(', ')
  return new QuireError('referenced', `This document is pointed to by ${list}. Remove these references first.`)
}

async function mayKnow(call: Call, entity: Entity<Call>, node: FieldNode): Promise<boolean> {
  try {
    const { where } = await sourceOf(call, entity, 'related')
    return where.kind !== 'never' && mayReadAt(node.path, await readerPathsIn(call, entity, []))
  } catch {
    // The rule reads the document.
    return false
  }
}
