import { useEffect, useRef, useState } from 'react'
import { labelOf } from '../data/entities.ts'
import { may } from '../data/use-documents.ts'
import { useRights } from '../data/use-rights.ts'
import { useSchema } from '../data/use-session.ts'
import { Thumbnail } from '../design/thumbnail.tsx'
import { toastError } from '../design/toasts.tsx'
import { inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { acceptsType, typesIn } from './accepted-types.ts'
import type { InputProps } from './contract.ts'
import fields from './fields.module.css'
import { FileDrop } from './file-drop.tsx'
import { MediaLibrary } from './media-library.tsx'
import { type RelationshipTarget, targetsOf, valueOf } from './relationship-value.ts'
import { SortableChips } from './sortable-chips.tsx'
import styles from './upload.module.css'
import { useStoreFiles } from './use-store-files.tsx'
import { byKeys, useTargetNames } from './target-title.tsx'

/** Files of a field: dropped, picked from the library, sorted. */
export function UploadInput({ field, value, onChange, isReadOnly, described, form }: InputProps) {
  const said = useWords(inputWords)
  const to = typeof field.to === 'string' ? field.to : ''
  const rights = useRights(to)
  const ofCollection = useSchema().collections[to]?.upload?.mimeTypes ?? []
  const [isPicking, setPicking] = useState(false)
  const targets = useTargetNames(targetsOf(field, value))
  const set = (next: readonly RelationshipTarget[]) => onChange(valueOf(field, next))
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const add = (ids: readonly string[]) => {
    // The value may have changed during the upload.
    const known = field.many ? targetsOf(field, latest.current) : []
    const added = ids.filter((id) => !known.some((target) => target.id === id)).map((id) => ({ collection: to, id }))
    set(field.many ? [...known, ...added] : added.slice(-1))
  }

  const { store, progress, question } = useStoreFiles(to)

  function take(files: readonly File[]): void {
    const fitting = files.filter((file) => acceptsType(field.accept, file.type))
    const both = ofCollection.filter((type) => acceptsType(field.accept, type))
    const types = typesIn(both.length > 0 ? both : (field.accept ?? []))
    for (const file of files)
      if (!fitting.includes(file)) toastError(said.wrongType({ name: file.name }), said.taken({ types }))
    const wanted = field.many ? fitting : fitting.slice(0, 1)
    if (wanted.length > 0) store(wanted, (docs) => add(docs.map(({ id }) => id)))
  }

  return (
    <div className={fields.many}>
      {targets.length > 0 && (
        <div className={styles.chosen} data-many={field.many || undefined}>
          <SortableChips
            isReadOnly={isReadOnly}
            items={targets.map((target) => ({
              key: target.key,
              name: target.name,
              content: (
                <>
                  {target.doc && <Thumbnail doc={target.doc} size={field.many ? 40 : 180} />}
                  <span>{target.name}</span>
                </>
              ),
              ...(form.openDocument && { onOpen: () => form.openDocument?.(target.collection, target.id) }),
            }))}
            onChange={(keys) => set(byKeys(targets, keys))}
          />
        </div>
      )}
      {!isReadOnly && (
        <FileDrop
          label={labelOf(field)}
          described={described}
          accept={field.accept}
          many={field.many}
          isSmall={targets.length > 0}
          progress={progress}
          mayUpload={may(rights, 'create')}
          onFiles={take}
          onPick={() => setPicking(true)}
        />
      )}
      {question}
      {isPicking && (
        <MediaLibrary
          slug={to}
          accept={field.accept}
          onClose={() => setPicking(false)}
          onPick={(id) => {
            add([id])
            setPicking(false)
          }}
        />
      )}
    </div>
  )
}
