import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { collection } from '../../data/client.ts'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys, may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { EntityIcon, Icon } from '../../design/icon.tsx'
import { Moment } from '../../design/moment.tsx'
import { Row } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { sharedWords } from '../../words/shared.ts'
import { trashWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'

export function TrashedRow({ entity, doc }: { readonly entity: EntitySchema; readonly doc: Doc }) {
  const said = useWords(trashWords)
  const errors = useWords(errorWords)
  const { undo, untitled } = useWords(sharedWords)
  const rights = useRights(entity.slug)
  const { asking, ask, stop } = useAsking<true>()
  const { mutate, isPending } = useFate(entity.slug)
  const title = titleOf(entity, doc) || untitled
  const onError = (error: unknown) => toastError(title, explain(error, errors))

  const putBack = (ifMatch: number) =>
    mutate({ id: doc.id, fate: 'delete', ifMatch }, { onError, onSuccess: () => toast(said.movedBack({ title })) })
  const restore = () =>
    mutate(
      { id: doc.id, fate: 'restoreDeleted', ifMatch: doc.revision },
      {
        onError,
        onSuccess: (revision = doc.revision) =>
          toast(said.restored({ title }), { action: { label: undo, run: () => putBack(revision) } }),
      },
    )
  const remove = () =>
    mutate(
      { id: doc.id, fate: 'deletePermanent', ifMatch: doc.revision },
      { onError, onSuccess: () => toast(said.deletedForGood({ title })) },
    )

  return (
    <>
      <Row
        name={title}
        isTitle
        // The service doesn't serve files in the trash, so there is no thumbnail.
        start={<EntityIcon entity={entity} />}
        end={
          <>
            {doc.deletedAt && <Moment at={doc.deletedAt} />}
            {may(rights, 'restoreDeleted') && (
              <Button small disabled={isPending} aria-label={said.restoreOne({ title })} onClick={restore}>
                <Icon of={RotateCcw} size={14} />
                {said.restore}
              </Button>
            )}
            {may(rights, 'deletePermanent') && (
              <IconButton small disabled={isPending} label={said.deleteOne({ title })} onClick={() => ask(true)}>
                <Icon of={Trash2} size={14} />
              </IconButton>
            )}
          </>
        }
      />
      {asking && (
        <Confirm title={said.deleteForGood} action={said.deleteForGood} onConfirm={remove} onClose={stop}>
          {said.askDelete({ title })}
        </Confirm>
      )}
    </>
  )
}

type Fate = 'restoreDeleted' | 'deletePermanent' | 'delete'

interface FateOf {
  readonly id: string
  readonly fate: Fate
  /** The displayed revision. Newer changes by others are not overwritten unseen. */
  readonly ifMatch: number
}

/** Restores or permanently deletes a document; `delete` moves it back to the trash. */
function useFate(slug: string) {
  const queries = useQueryClient()
  return useMutation({
    /** Returns the new revision, if the document still exists. */
    mutationFn: async ({ id, fate, ifMatch }: FateOf): Promise<number | undefined> => {
      const left = await collection(slug)[fate](id, { ifMatch })
      return 'revision' in left ? left.revision : undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.collection(slug) }),
  })
}
