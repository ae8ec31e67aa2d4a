import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useSignIns } from '../../data/use-users.ts'
import { Moment } from '../../design/moment.tsx'

interface LastSignInCellProps {
  readonly entity: EntitySchema
  readonly doc: Doc
  /** Those of the page, which are asked for together. */
  readonly docs: readonly Doc[]
}

export function LastSignInCell({ entity, doc, docs }: LastSignInCellProps) {
  const signIns = useSignIns(
    entity,
    docs.map(({ id }) => id),
  )
  if (!signIns) return null
  const at = signIns[doc.id]
  return at === undefined ? '–' : <Moment at={at} />
}
