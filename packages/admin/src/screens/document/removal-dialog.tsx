import { useQuery } from '@tanstack/react-query'
import { can, labelOf, titleOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { fateOf, usesBeforeRemoval, wayTo } from '../../data/uses.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { documentWords } from '../../words/document.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../feature.ts'
import { removalOf, Slot } from '../slot.tsx'

interface RemovalDialogProps {
  readonly context: DocumentContext
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks before a document is deleted. Features can refuse, and say what to do first. */
export function RemovalDialog({ context, onRemove, onClose }: RemovalDialogProps) {
  const { place, form } = context
  const { entity } = place
  const said = useWords(documentWords)
  const { cancel, close } = useWords(sharedWords)
  const schema = useSchema()
  const { data, isPending } = useQuery({
    ...usesBeforeRemoval(entity.slug, place.id ?? ''),
    enabled: can(entity, 'references'),
  })
  const isKept = data?.docs.some((use) => fateOf(wayTo(schema, use)) === 'restrict') ?? false
  const isKnown = !isPending || !can(entity, 'references')
  const removal = removalOf(entity)
  return (
    <Dialog
      open
      onClose={onClose}
      title={removal?.label() ?? said.deleteTitle({ title: titleOf(entity, form.values) })}
      actions={
        <>
          <Button onClick={onClose}>{isKept ? close : cancel}</Button>
          {isKnown && !isKept && (
            <Button
              kind="primary"
              onClick={() => {
                onClose()
                onRemove()
              }}
            >
              {removal?.label() ?? said.delete}
            </Button>
          )}
        </>
      }
    >
      {!removal && !isKept && <p>{said.deleteText}</p>}
      <Slot name="removal" context={context} />
    </Dialog>
  )
}

/** Asks before a document is unpublished: shows what goes offline, and what references it. */
export function UnpublishDialog({ context, onRemove, onClose }: RemovalDialogProps) {
  const { place, form, live } = context
  const said = useWords(documentWords)
  const { cancel, untitled } = useWords(sharedWords)
  const title =
    place.kind === 'global' ? labelOf(place.entity) : titleOf(place.entity, live?.doc ?? form.values) || untitled
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.unpublishTitle({ title })}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose()
              onRemove()
            }}
          >
            {said.unpublish}
          </Button>
        </>
      }
    >
      <p>{said.unpublishText}</p>
      <Slot name="unpublishing" context={context} />
    </Dialog>
  )
}
