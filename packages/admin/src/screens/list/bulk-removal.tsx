import { can } from '../../data/entities.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { RemovalsContext } from '../feature.ts'
import { Slot } from '../slot.tsx'
import { type Choice, countOf } from './choice.ts'
import { useUsesOfMany } from './use-uses-of-many.ts'

interface BulkRemovalProps extends RemovalsContext {
  readonly onRemove: (choice: Choice) => void
  readonly onClose: () => void
}

/** Asks before documents are deleted. Features can exclude some, and say why. */
export function BulkRemoval({ onRemove, onClose, ...context }: BulkRemovalProps) {
  const said = useWords(listWords)
  const { cancel, close } = useWords(sharedWords)
  const { entity, choice } = context
  const { uses, isFailed } = useUsesOfMany(context)
  const isKnown = uses !== undefined || isFailed || !can(entity, 'references')
  const kept = (uses?.docs ?? []).filter(({ restricted }) => restricted).map(({ id }) => id)
  const left = without(choice, kept)
  const count = countOf(left)
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.deleteForGood}
      actions={
        <>
          <Button onClick={onClose}>{count === 0 ? close : cancel}</Button>
          {isKnown && count > 0 && (
            <Button kind="primary" onClick={() => onRemove(left)}>
              {kept.length > 0 ? said.deleteOthers({ count }) : said.deleteForGood}
            </Button>
          )}
        </>
      }
    >
      {count > 0 && <p>{said.confirmDelete({ count })}</p>}
      <Slot name="removals" context={context} />
    </Dialog>
  )
}

function without(choice: Choice, kept: readonly string[]): Choice {
  if (choice.ids) return { ids: choice.ids.filter((id) => !kept.includes(id)) }
  return { except: [...choice.except, ...kept], count: choice.count - kept.length }
}
