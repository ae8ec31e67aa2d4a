import { titleOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import type { NamedMention } from './mention-at.ts'
import type { Mention } from './use-comments.ts'

type Pointed = Mention & { readonly doc?: Readonly<Record<string, unknown>> }

export function useNamed(users: readonly Mention[]): NamedMention[] {
  const { collections } = useSchema()
  return useTargets(users.map((user): Pointed => user)).flatMap(({ collection, id, doc }) => {
    const entity = collections[collection]
    const name = entity && doc ? titleOf(entity, doc) : ''
    return name === '' ? [] : [{ collection, id, name }]
  })
}

/** The name of a user, or the start of its id if the actor may not read the user. */
export function useNameOf(user: Mention): string {
  return useNamed([user])[0]?.name ?? user.id.slice(0, 8)
}
