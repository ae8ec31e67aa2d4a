import type { Input } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { BackgroundBulk } from './background-bulk.tsx'
import { valuesIn } from './bulk-paths.ts'
import { allBut, type Choice, countOf } from './choice.ts'
import type { ListState } from './list-state.ts'
import type { BulkAction } from './use-bulk.ts'

/** A bulk action on too many documents to wait for. */
export interface ManyChosen {
  readonly action: BulkAction
  readonly choice: Choice
  readonly data?: Input
}

interface ManyBulkProps {
  readonly entity: EntitySchema
  readonly state: ListState
  readonly many: ManyChosen
  readonly onHere: (() => void) | undefined
  readonly onClose: (isBegun: boolean) => void
}

/** Asks for confirmation, and runs it in the background. */
export function ManyBulk({ entity, state, many, onHere, onClose }: ManyBulkProps) {
  const said = useWords(listWords)
  return (
    <BackgroundBulk
      entity={entity}
      title={said.manyTitle({ count: countOf(many.choice) })}
      request={requestOf(entity, state, many)}
      isAsked
      onHere={onHere}
      onClose={onClose}
    />
  )
}

function requestOf(entity: EntitySchema, { scope, locale }: ListState, { action, choice, data }: ManyChosen) {
  if (choice.ids) return { action, ids: choice.ids, ...(data && { data, ...(locale !== undefined && { locale }) }) }
  const found = allBut(scope, choice.except)
  return { action, ...found, ...(data && { data: valuesIn(entity, data, found.locale, locale) }) }
}
