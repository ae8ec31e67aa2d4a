import type { JsonObject } from '../../contracts/json.ts'
import type { Call } from '../call.ts'

/**
 * The data with what the call's feature gives the fields that it maintains, and with nothing else in them: hooks see these values, but
 * what they make of them doesn't count.
 */
export function withMaintained({ entity, maintained }: Call, data: JsonObject): JsonObject {
  const kept = entity.fields.filter((node) => node.readOnly && node.structure !== 'computed' && node.name in data)
  if (kept.length === 0) return maintained ? { ...data, ...maintained } : data
  const rest = { ...data }
  for (const { name } of kept) delete rest[name]
  return { ...rest, ...maintained }
}
