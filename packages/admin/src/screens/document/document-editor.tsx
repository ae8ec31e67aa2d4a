import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { addresses, type DocumentSearch } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import type { Capabilities, Doc } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { can } from '../../data/entities.ts'
import { useOfferCommands } from '../../data/screen-commands.ts'
import { may } from '../../data/use-documents.ts'
import { useLock } from '../../data/use-lock.ts'
import { useSession } from '../../data/use-session.ts'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../feature.ts'
import { slotsAt } from '../present-features.ts'
import { Slot } from '../slot.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DocumentBar } from './document-bar.tsx'
import { DocumentColumns } from './document-columns.tsx'
import { DocumentMargin } from './document-margin.tsx'
import { DocumentNotices } from './document-notices.tsx'
import { DocumentParts } from './document-parts.tsx'
import styles from './document-screen.module.css'
import { fieldPlacesOf } from './field-places.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { TitleInput } from './title-input.tsx'
import { unsavedKey } from './unsaved-store.ts'
import { useBeside } from './use-beside.ts'
import { useDrawer } from './use-drawer.tsx'
import { useDocumentActions } from './use-document-actions.ts'
import { type Conflict, useDocumentForm } from './use-document-form.ts'
import { useFormContext } from './use-form-context.ts'
import { useLiveCopy } from './use-live-copy.ts'
import { useSaveKeys } from './use-save-keys.ts'

interface DocumentEditorProps {
  readonly place: Place
  readonly access: Capabilities
  readonly initial: Doc | undefined
}

/** A document while it is edited: the page in the middle, what is about it in the margin. Globals are edited here too. */
export function DocumentEditor({ place, access, initial }: DocumentEditorProps) {
  const { entity, kind, id, locale } = place
  const said = useWords(documentWords)
  const { user } = useSession()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  /** Set where the form itself goes elsewhere: nobody has to be asked then, whatever the last render knew. */
  const leaves = useRef(false)
  /** A conflict that the user does not want to settle right now. */
  const [putOff, setPutOff] = useState<Conflict>()
  const key = unsavedKey(user.id, kind, entity.slug, id, locale)
  const form = useDocumentForm(place, initial, key, (doc) => {
    leaves.current = true
    void navigate({ ...addresses.document(entity.slug, doc.id, search), replace: true })
  })
  const mayWrite = may(access, id === null ? 'create' : 'update')
  const lock = useLock(entity.slug, id, form.isDirty, kind === 'collection' && can(entity, 'lock') && mayWrite)
  const live = useLiveCopy(place, form.stored)
  const beside = useBeside(place, search.beside)
  const { openDocument, drawer } = useDrawer()
  const formContext = {
    ...useFormContext({
      place,
      access,
      form,
      isReadOnly: !mayWrite || lock.foreign !== undefined,
      live,
      beside,
    }),
    openDocument,
  }
  const actions = useDocumentActions(place, form, () => {
    leaves.current = true
  })
  const places = useMemo(() => fieldPlacesOf(entity), [entity])
  const context: DocumentContext = {
    place,
    access,
    form,
    live,
    mayWrite: mayWrite && lock.foreign === undefined,
    isPreviewed: search.preview === true,
  }
  const hasPane = slotsAt('documentPane', context).length > 0
  const tab = search.tab === 'details' ? 'details' : 'content'
  const show = (next: string) =>
    void navigate({ to: '.', search: (old: DocumentSearch) => ({ ...old, tab: next }), replace: true })
  useSaveKeys(() => void form.save(), may(access, 'publish') ? actions.publish : undefined)
  useOfferCommands(
    useMemo(
      () => [
        { key: 'save', label: said.save, hint: 'Ctrl S', run: () => document.dispatchEvent(new Event('quire:save')) },
      ],
      [said],
    ),
  )

  return (
    <>
      <DocumentBar context={context} actions={actions} />
      <DocumentColumns
        tab={tab}
        onTab={show}
        main={
          <div className={`${styles.column} ${beside ? styles.wide : ''}`}>
            <DocumentNotices form={form} mayWrite={mayWrite} entity={entity} onCompare={() => setPutOff(undefined)} />
            {places.title && <TitleInput field={places.title} form={form} context={formContext} isNew={id === null} />}
            <Slot name="documentHead" context={context} />
            <div className={styles.fields}>
              <DocumentParts fields={places.main} form={form} context={formContext} issues={pathsOf(form.error)} />
            </div>
          </div>
        }
        margin={<DocumentMargin context={context} formContext={formContext} lock={lock} fields={places.margin} />}
        pane={hasPane ? <Slot name="documentPane" context={context} /> : null}
      />
      {form.conflict && (
        <ConflictDialog
          entity={entity}
          form={form}
          context={formContext}
          conflict={form.conflict}
          isOpen={form.conflict !== putOff}
          onClose={() => setPutOff(form.conflict)}
        />
      )}
      {drawer}
      <LeaveGuard form={form} isOff={() => leaves.current} />
    </>
  )
}

function pathsOf(error: unknown): readonly string[] {
  return isApiError(error) ? error.issues.map(({ path }) => path) : []
}
