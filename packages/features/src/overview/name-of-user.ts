import type { Call, Entity, JsonObject } from '@quirecms/core/feature'
import { namingFieldOf } from './title-field.ts'

/** The name of a user, from a document that the caller has read; null without one. */
export function nameIn(entity: Entity<Call>, user: JsonObject): string | null {
  const naming = namingFieldOf(entity)?.name
  const names = [naming === undefined ? undefined : user[naming], user['email']]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}
