import { useQuery } from '@tanstack/react-query'
import { users } from './client.ts'
import { can } from './entities.ts'
import type { EntitySchema } from './schema.ts'
import { keys, may } from './use-documents.ts'
import { type Rights, useRights } from './use-rights.ts'

/** Whether the actor may see when others last signed in. */
export function seesSignIns(entity: EntitySchema, rights: Rights | undefined): boolean {
  return can(entity, 'listSignIns') && may(rights, 'unlock')
}

/** When these users last signed in, by their ids; undefined while loading. */
export function useSignIns(
  entity: EntitySchema,
  ids: readonly string[],
): Readonly<Record<string, string | undefined>> | undefined {
  const isEnabled = seesSignIns(entity, useRights(entity.slug))
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'sign-ins', ids],
    queryFn: () => users(entity.slug).signIns({ ids: [...ids] }),
    enabled: isEnabled,
    retry: false,
  })
  return data && Object.fromEntries(data.docs.map(({ id, lastSignInAt }) => [id, lastSignInAt]))
}
