import { may } from './use-documents.ts'
import { useRightsOf } from './use-rights.ts'
import { useSchema } from './use-session.ts'
import { type Pointed, useTargets } from './use-targets.ts'

/** Loads the documents that a log names in batches, without collections that the actor may not read. */
export function useReadableTargets(
  named: readonly { readonly collection: string; readonly id: string }[],
): (collection: string | null, id: string | null) => Pointed | undefined {
  const { collections } = useSchema()
  const rights = useRightsOf(Object.keys(collections))
  const readable = named.filter(({ collection }) => may(rights[collection], 'read'))
  const each = new Map(readable.map((one) => [`${one.collection}/${one.id}`, one]))
  const found = useTargets<Pointed>([...each.values()])
  return (collection, id) => found.find((target) => target.collection === collection && target.id === id)
}
