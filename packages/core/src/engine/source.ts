import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Sight, Source } from '../contracts/source.ts'
import { allOf } from '../query/parse-where.ts'
import { ask } from './access.ts'
import { type Call, documentId } from './call.ts'

/**
 * What a call may see of an entity: in which table, and which documents there. The entity's read rule and the scopes of its features
 * are put together here and nowhere else, so that lists, populations, joins, paths and checks of targets never differ.
 */
export async function sourceOf(
  call: Call,
  entity: Entity<Call> = call.entity,
  sight: Sight = 'asked',
): Promise<Source> {
  const subject = sight === 'asked' ? { id: documentId(call) ?? undefined } : {}
  const rule = await ask(call, 'read', subject, entity)
  if (rule.kind === 'never') return { table: entity.table.name, where: rule }
  const scope = await scopeOf(call, entity, sight)
  return { table: scope.table, where: allOf([rule, scope.where]) }
}

/** The same without the rule: for changes, whose own rule is asked about the document, and for users who are signing in. */
export async function scopeOf(call: Call, entity: Entity<Call> = call.entity, sight: Sight = 'asked'): Promise<Source> {
  let table: string | undefined
  const conditions: Condition[] = []
  for (const narrow of entity.scopes) {
    const part = await narrow(call, sight)
    if (part.where) conditions.push(part.where)
    if (part.table === undefined) continue
    if (table !== undefined) throw new QuireError('internal', `Two features read "${entity.slug}" from two tables.`)
    table = part.table
  }
  return { table: table ?? entity.table.name, where: allOf(conditions) }
}
