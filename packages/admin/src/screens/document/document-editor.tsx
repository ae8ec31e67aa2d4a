import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, lazy, Suspense, use, useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { addresses, type DocumentSearch } from '../../data/addresses.ts'
import type { Capabilities, Doc } from '../../data/document.ts'
import { type DocumentPlace, savesByItself } from '../../data/document-api.ts'
import { can, labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { useOfferCommands } from '../../data/screen-commands.ts'
import { may } from '../../data/use-documents.ts'
import { useLock } from '../../data/use-lock.ts'
import { useSchema } from '../../data/use-session.ts'
import { useSearchDialog } from '../../design/catch-letters.ts'
import type { FormContext } from '../../fields/contract.ts'
import type { FollowedForm } from '../../fields/form-model.ts'
import { documentWords } from '../../words/document.ts'
import { rowWords } from '../../words/rows.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../feature.ts'
import { Slot, slotsAt } from '../slot.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DocumentBar } from './document-bar.tsx'
import { DocumentColumns } from './document-columns.tsx'
import { DocumentMargin } from './document-margin.tsx'
import { DocumentNotices } from './document-notices.tsx'
import { DocumentParts } from './document-parts.tsx'
import styles from './document-screen.module.css'
import { fieldPlacesOf } from './field-places.ts'
import { jumpToField } from './jump-to-field.ts'
import { LeaveGuard, useHeldTraversal } from './leave-guard.tsx'
import { holdsSections } from './outline.ts'
import { TitleInput } from './title-input.tsx'
import { TranslationBar } from './translation-bar.tsx'
import { useUndo } from './undo/use-undo.ts'
import { useBeside } from './use-beside.ts'
import { useComparing } from './use-comparing.ts'
import { useDrawer } from './use-drawer.tsx'
import { useDocumentActions } from './use-document-actions.ts'
import { useDocumentForm } from './use-document-form.ts'
import { useFollowedDocument } from './use-followed-document.ts'
import { useFormContext } from './use-form-context.ts'
import { useLiveCopy } from './use-live-copy.ts'
import { useOutlineKey, useSaveKeys } from './document-keys.ts'
import { useSummary } from './use-summary.ts'
import { useTranslation } from './use-translation.ts'

const loadOutline = () => import('./outline-panel.tsx')
const OutlinePanel = lazy(async () => ({ default: (await loadOutline()).OutlinePanel }))

const OfFields = createContext<DocumentContext | undefined>(undefined)

function FieldActions({ field }: { readonly field: FieldSchema }) {
  const context = use(OfFields)
  return context && <Slot name="fieldActions" context={{ ...context, field }} />
}

/** A constant, so that its identity never changes and fields don't render again. */
const actionsOf: NonNullable<FormContext['actionsOf']> = (field) => <FieldActions field={field} />

interface DocumentEditorProps {
  readonly place: DocumentPlace
  readonly access: Capabilities
  readonly initial: Doc | undefined
  /** Called when the new document is created. The form stays mounted while the URL changes. */
  readonly onCreated?: (doc: Doc) => void
}

/** The editor of a document or global: fields in the middle, information in the margin. */
export function DocumentEditor({ place, access, initial, onCreated }: DocumentEditorProps) {
  const { entity, kind, id } = place
  const said = useWords(documentWords)
  const rows = useWords(rowWords)
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const mayWrite = may(access, id === null ? 'create' : 'update')
  // Without the right to update, the editor creates the document explicitly.
  const isByItself = mayWrite && may(access, 'update') && savesByItself(entity)
  const traversal = useHeldTraversal()
  const form = useDocumentForm({
    place,
    initial,
    savesByItself: isByItself,
    shownIn: 'page',
    onCreated: (doc) => {
      onCreated?.(doc)
      traversal.replace(
        () =>
          void navigate({
            ...addresses.document(entity.slug, doc.id),
            search: (old: DocumentSearch) => old,
            replace: true,
            ignoreBlocker: true,
            resetScroll: false,
          }),
      )
    },
  })
  const comparing = useComparing(form.conflict)
  const lock = useLock(entity.slug, id, form.isDirty, kind === 'collection' && can(entity, 'lock') && mayWrite)
  const { hold } = form
  const isTaken = lock.foreign !== undefined
  const followed = useFollowedDocument(place, form)
  const isGone = followed.gone !== undefined
  useEffect(() => hold(isTaken || isGone), [hold, isTaken, isGone])
  const live = useLiveCopy(place, form.stored)
  const beside = useBeside(place, search.beside)
  const translation = useTranslation(place, access, form, beside)
  const { openDocument, drawer } = useDrawer()
  const ofForm = useFormContext({
    place,
    access,
    form,
    isReadOnly: !mayWrite || isGone || lock.isReadOnly,
    live,
    translation,
  })
  const actions = useDocumentActions(place, form)
  const outline = useSearchDialog<true>(loadOutline)
  const { open } = outline
  const openOutline = useCallback(() => open(true), [open])
  const { stored } = form
  const places = useMemo(
    () => fieldPlacesOf(entity, kind, { access, mayWrite, stored }),
    [entity, kind, access, mayWrite, stored],
  )
  const context: DocumentContext = {
    place,
    access,
    form,
    live,
    mayWrite: mayWrite && !isTaken && !isGone,
    isPreviewed: search.preview === true,
    openField: (path) => void jump(path),
    openDocument,
  }
  const { changedBy } = followed
  const formContext = useMemo<FollowedForm>(
    // Without an id, there are no comments and no history.
    () => ({ ...ofForm, openDocument, changedBy, onOutline: openOutline, ...(id !== null && { actionsOf }) }),
    [ofForm, openDocument, changedBy, openOutline, id],
  )
  const hasPane = slotsAt('documentPane', context).length > 0
  const tab = search.tab === 'details' ? 'details' : 'content'
  const show = async (next: string) => {
    if (next === tab) return
    await navigate({ to: '.', search: (old: DocumentSearch) => ({ ...old, tab: next }), replace: true })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const { summary, attend } = useSummary(form, () => show('content'))
  async function jump(path: string): Promise<void> {
    const isBeside = places.margin.some(({ name }) => name === path.split('.', 1)[0])
    await show(isBeside ? 'details' : 'content')
    await jumpToField(path)
  }
  useAskedField(jump)
  const { localization } = useSchema()
  const undo = useUndo({
    form,
    isReadOnly: formContext.isReadOnly,
    openField: (path) => void jump(path),
    openLanguage: (code) => {
      const locale = code === localization?.defaultLocale ? undefined : code
      void navigate({ to: '.', search: (old: DocumentSearch) => ({ ...old, locale, beside: undefined }) })
    },
  })
  const hasSections = places.main.some(holdsSections)
  useOutlineKey(hasSections ? openOutline : undefined)
  useSaveKeys(() => void form.save(), may(access, 'publish') && !isTaken && !isGone ? actions.publish : undefined)
  useOfferCommands(
    useMemo(
      () => [
        { key: 'save', label: said.save, hint: 'Ctrl S', run: () => document.dispatchEvent(new Event('quire:save')) },
        ...(hasSections
          ? [{ key: 'outline', label: rows.goTo, hint: 'Ctrl G', run: () => setTimeout(openOutline) }]
          : []),
      ],
      [said, rows, hasSections, openOutline],
    ),
  )

  return (
    <>
      <DocumentBar
        context={context}
        actions={actions}
        news={followed.last}
        undo={undo}
        onAttend={form.conflict ? comparing.open : attend}
      />
      <OfFields value={context}>
        <DocumentColumns
          tab={tab}
          onTab={(next) => void show(next)}
          main={
            <div className={`${styles.column} ${beside ? styles.wide : ''}`}>
              <DocumentNotices
                form={form}
                mayWrite={mayWrite}
                entity={entity}
                lock={lock}
                gone={followed.gone}
                conflictTitle={followed.conflictTitle}
                summary={summary}
                onCompare={comparing.open}
                onJump={(path) => void jump(path)}
              />
              {translation && (
                <TranslationBar
                  form={form}
                  translation={translation}
                  isReadOnly={formContext.isReadOnly}
                  onJump={(path) => void jump(path)}
                />
              )}
              {places.title ? (
                <TitleInput field={places.title} form={form} context={formContext} isNew={id === null} />
              ) : (
                // The bar contains the heading.
                kind === 'global' && (
                  <div className={styles.heading} aria-hidden="true">
                    {labelOf(entity)}
                  </div>
                )
              )}
              <Slot name="documentHead" context={context} />
              <div className={styles.fields}>
                <DocumentParts fields={places.main} form={form} context={formContext} />
              </div>
            </div>
          }
          margin={<DocumentMargin context={context} formContext={formContext} lock={lock} fields={places.margin} />}
          pane={hasPane ? <Slot name="documentPane" context={context} /> : null}
        />
      </OfFields>
      {form.conflict && (
        <ConflictDialog
          entity={entity}
          form={form}
          context={formContext}
          conflict={form.conflict}
          title={followed.conflictTitle}
          isOwn={followed.isOwnConflict}
          isOpen={comparing.isOpen}
          onClose={comparing.putOff}
        />
      )}
      {outline.subject && (
        <Suspense>
          <OutlinePanel
            fields={places.main}
            model={form.model}
            onGo={(path) => void jump(path)}
            onClose={outline.close}
            takeLetters={outline.takeLetters}
          />
        </Suspense>
      )}
      {drawer}
      <LeaveGuard form={form} gone={followed.gone} isByItself={isByItself} traversal={traversal} />
    </>
  )
}

/** Goes to the field that the URL names, and removes it from the URL. */
function useAskedField(jump: (path: string) => Promise<void>): void {
  const { field } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useEffectEvent(async (path: string) => {
    // Wait for the layout of the page.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await jump(path)
    await navigate({
      to: '.',
      search: ({ field: _, ...old }: DocumentSearch) => old,
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (field !== undefined) void go(field)
  }, [field])
}
