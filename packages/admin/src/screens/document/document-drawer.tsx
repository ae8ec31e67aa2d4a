import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { addresses } from '../../data/addresses.ts'
import type { Capabilities, Doc } from '../../data/document.ts'
import { type DocumentPlace, savesByItself } from '../../data/document-api.ts'
import { can, hasDrafts, labelOf, singularOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useLock } from '../../data/use-lock.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import { FieldList } from '../../fields/field-list.tsx'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import { Slot } from '../slot.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './document-drawer.module.css'
import { DocumentNotices } from './document-notices.tsx'
import { isBusy } from './editing-state.ts'
import { fieldPlacesOf } from './field-places.ts'
import { jumpToField } from './jump-to-field.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LockNotice } from './document-margin.tsx'
import { NewsLine } from './news-line.tsx'
import { SaveSign } from './save-sign.tsx'
import { TitleInput } from './title-input.tsx'
import { UndoButtons } from './undo/undo-buttons.tsx'
import { useUndo } from './undo/use-undo.ts'
import { useComparing } from './use-comparing.ts'
import { useDocumentActions } from './use-document-actions.ts'
import { useDocumentForm } from './use-document-form.ts'
import { useFollowedDocument } from './use-followed-document.ts'
import { useFormContext } from './use-form-context.ts'
import { useLoadedDocument } from './use-loaded-document.ts'
import { useSummary } from './use-summary.ts'

interface DocumentDrawerProps {
  readonly entity: EntitySchema
  readonly id: string | null
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

/** Another document in a drawer, such as a target of a relationship. */
export function DocumentDrawer({ entity, id, onClose, onCreated }: DocumentDrawerProps) {
  const said = useWords(documentWords)
  const { place, access, doc, error, retry } = useLoadedDocument(entity, id)
  if (error || !access || (id !== null && !doc)) {
    return (
      <Dialog
        kind="drawer"
        open
        onClose={onClose}
        title={id === null ? said.new({ what: singularOf(entity) }) : labelOf(entity)}
      >
        {error ? <Failure error={error} onRetry={retry} /> : <Loading />}
      </Dialog>
    )
  }
  return <DrawerForm place={place} access={access} initial={doc} onClose={onClose} onCreated={onCreated} />
}

interface DrawerFormProps {
  readonly place: DocumentPlace
  readonly access: Capabilities
  readonly initial: Doc | undefined
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

function DrawerForm({ place, access, initial, onClose, onCreated }: DrawerFormProps) {
  const { entity, id } = place
  const said = useWords(documentWords)
  const mayWrite = may(access, id === null ? 'create' : 'update')
  // A new document is only created on request: until then, nothing may reference it.
  const isByItself = mayWrite && id !== null && savesByItself(entity)
  const form = useDocumentForm({
    place,
    initial,
    savesByItself: isByItself,
    shownIn: 'drawer',
    onCreated: (doc) => onCreated(doc.id),
  })
  const comparing = useComparing(form.conflict)
  const lock = useLock(entity.slug, id, form.isDirty, can(entity, 'lock') && mayWrite)
  const { hold } = form
  const isTaken = lock.foreign !== undefined
  const followed = useFollowedDocument(place, form)
  const isGone = followed.gone !== undefined
  useEffect(() => hold(isTaken || isGone), [hold, isTaken, isGone])
  const ofForm = useFormContext({
    place,
    access,
    form,
    isReadOnly: !mayWrite || isGone || lock.isReadOnly,
    live: undefined,
    translation: undefined,
  })
  const { changedBy } = followed
  const context = useMemo(() => ({ ...ofForm, changedBy }), [ofForm, changedBy])
  const actions = useDocumentActions(place, form)
  const { summary, attend } = useSummary(form)
  const { stored } = form
  const places = useMemo(
    () => fieldPlacesOf(entity, 'collection', { access, mayWrite, stored }),
    [entity, access, mayWrite, stored],
  )
  const mayPublish = hasDrafts(entity) && may(access, 'publish') && id !== null
  const within = useRef<HTMLDivElement>(null)
  const jump = (path: string) => void jumpToField(path, within.current ?? document)
  const undo = useUndo({ form, isReadOnly: context.isReadOnly, openField: jump, within })

  async function saveAndClose(): Promise<void> {
    if (await form.save()) onClose()
  }

  return (
    <Dialog
      kind="drawer"
      open
      onClose={onClose}
      title={id === null ? said.new({ what: singularOf(entity) }) : labelOf(entity)}
      actions={
        <>
          <span className={styles.state}>
            <SaveSign form={form} isByItself={isByItself} onAttend={form.conflict ? comparing.open : attend} />
          </span>
          {mayWrite && <UndoButtons undo={undo} fields={entity.fields} />}
          {id !== null && (
            <Link {...addresses.document(entity.slug, id)} className={buttonClass('plain')}>
              {said.openPage}
            </Link>
          )}
          {mayPublish && form.stored?._status === 'draft' && (
            <Button disabled={isTaken || actions.isBusy} onClick={actions.publish}>
              {said.publish}
            </Button>
          )}
          {mayWrite && (
            <Button
              kind={form.isDirty || id === null ? 'primary' : 'outline'}
              disabled={isTaken || isBusy(form) || (!form.isDirty && id !== null)}
              onClick={() => void saveAndClose()}
            >
              {id === null ? said.create : said.save}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form} ref={within}>
        <div className={styles.others}>
          <NewsLine news={followed.last} hasRoom />
          <Slot name="documentPeople" context={{ place, access }} />
        </div>
        {lock.foreign && <LockNotice lock={lock} />}
        <DocumentNotices
          form={form}
          entity={entity}
          mayWrite={mayWrite}
          lock={lock}
          gone={followed.gone}
          conflictTitle={followed.conflictTitle}
          summary={summary}
          onCompare={comparing.open}
          onJump={jump}
        />
        {places.title && (
          <div className={styles.title}>
            <TitleInput field={places.title} form={form} context={context} isNew={id === null} />
          </div>
        )}
        <FieldList fields={places.main} form={context} />
        <div className={styles.margin}>
          <FieldList isMargin fields={places.margin} form={context} />
        </div>
      </div>
      <LeaveGuard form={form} gone={followed.gone} isByItself={isByItself} shownIn="drawer" />
      {form.conflict && (
        <ConflictDialog
          entity={entity}
          form={form}
          context={context}
          conflict={form.conflict}
          title={followed.conflictTitle}
          isOwn={followed.isOwnConflict}
          isOpen={comparing.isOpen}
          onClose={comparing.putOff}
        />
      )}
    </Dialog>
  )
}
