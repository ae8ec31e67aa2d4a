import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, Copy, Ellipsis, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { savesByItself } from '../../data/document-api.ts'
import { can, hasDrafts, labelOf, singularOf, titleOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { usesBeforeRemoval } from '../../data/uses.ts'
import { Button, type ButtonKind, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../design/menu.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { isLive as isLiveDocument } from '../../design/status-mark.tsx'
import { useSelected } from '../../fields/use-model.ts'
import { documentWords } from '../../words/document.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../feature.ts'
import { removalOf, Slot, slotsAt } from '../slot.tsx'
import styles from './document-screen.module.css'
import { isBusy } from './editing-state.ts'
import { NewsLine } from './news-line.tsx'
import { RemovalDialog, UnpublishDialog } from './removal-dialog.tsx'
import { SaveSign } from './save-sign.tsx'
import { StateMark } from './state-mark.tsx'
import { useBeside } from './use-beside.ts'
import type { DocumentActions } from './use-document-actions.ts'
import { UndoButtons } from './undo/undo-buttons.tsx'
import type { Undo } from './undo/use-undo.ts'
import type { FollowedDocument } from './use-followed-document.ts'

interface DocumentBarProps {
  readonly context: DocumentContext
  readonly actions: DocumentActions
}

interface OwnProps extends DocumentBarProps {
  readonly onAttend: () => void
  readonly news: FollowedDocument['last']
  readonly undo: Undo
}

/** Breadcrumbs, state, and the primary action. */
export function DocumentBar({ context, actions, onAttend, news, undo }: OwnProps) {
  const { place, form } = context
  const { entity, kind } = place
  const own = form.stored && <StateMark doc={form.stored} />
  return (
    <PageBar
      trail={
        <>
          {kind === 'collection' && (
            <>
              <Link {...addresses.list(entity.slug)} aria-label={labelOf(entity)}>
                <span className={styles.onlyWide}>{labelOf(entity)}</span>
                {/* On phones, only the first letter of a name. */}
                <span className={styles.onlyNarrow}>
                  <Icon of={ArrowLeft} />
                </span>
              </Link>
              <span aria-hidden="true" className={styles.onlyWide}>
                /
              </span>
            </>
          )}
          <h1 aria-current="page" className={kind === 'collection' ? styles.name : undefined}>
            <DocumentName place={place} form={form} />
          </h1>
          {own && (
            <span className={styles.state}>
              {slotsAt('documentState', context).length > 0 ? (
                <Slot name="documentState" context={context} awaited={own} />
              ) : (
                own
              )}
            </span>
          )}
        </>
      }
    >
      <NewsLine news={news} />
      {context.mayWrite && <UndoButtons undo={undo} fields={entity.fields} />}
      <SaveSign form={form} isByItself={savesByItself(entity)} onAttend={onAttend} />
      <Slot name="documentPeople" context={context} />
      <Slot name="documentBar" context={context} />
      <PrimaryAction context={context} actions={actions} />
    </PageBar>
  )
}

/** Follows the title while it is edited. */
function DocumentName({ place, form }: Pick<DocumentContext, 'place' | 'form'>) {
  const { entity, kind, id } = place
  const said = useWords(documentWords)
  const shared = useWords(sharedWords)
  const written = useSelected(form.model, () => (kind === 'global' ? labelOf(entity) : titleOf(entity, form.values)))
  // Without a title in this language, the default language's title is shown.
  const { localization } = useSchema()
  const first = useBeside(place, written === '' ? localization?.defaultLocale : undefined)
  const title = written || (first ? titleOf(entity, first.doc) : '')
  return title || (id === null ? said.new({ what: singularOf(entity) }) : shared.untitled)
}

/** Publish with drafts, otherwise Save; other actions are in the menu. */
function PrimaryAction({ context, actions }: DocumentBarProps) {
  const { place, access, form } = context
  const { entity, kind, id } = place
  const said = useWords(documentWords)
  const mayWrite = may(access, id === null ? 'create' : 'update')
  const mayPublish = hasDrafts(entity) && may(access, 'publish')
  // The service refuses writes while another user holds the lock.
  const isHeld = mayWrite && !context.mayWrite
  const isLive = isLiveDocument(form.stored)
  const isSame = !form.isDirty && id !== null && (!mayPublish || form.stored?._status === 'published')
  // Red means that there is something to publish.
  const kindOfPrimary = isSame ? 'outline' : 'primary'
  const save = () => void form.save()
  const saveLabel = hasDrafts(entity) ? said.saveDraft : id === null ? said.create : said.save
  return (
    <>
      {mayPublish && mayWrite && (form.isDirty || id === null) && (
        <span className={styles.onlyWide}>
          <Button disabled={isHeld || isBusy(form)} onClick={save}>
            {saveLabel}
          </Button>
        </span>
      )}
      <span className={mayPublish || mayWrite ? styles.split : ''}>
        {mayPublish ? (
          <Button
            kind={kindOfPrimary}
            disabled={isHeld || actions.isBusy || isSame}
            aria-label={isLive && !isSame ? said.publishChanges : said.publish}
            onClick={actions.publish}
          >
            {isLive && !isSame ? <PublishChanges /> : said.publish}
          </Button>
        ) : (
          mayWrite && (
            <Button kind={kindOfPrimary} disabled={isHeld || isBusy(form) || isSame} onClick={save}>
              {saveLabel}
            </Button>
          )
        )}
        {id !== null && kind === 'collection' && (
          <MoreActions context={context} actions={actions} kind={mayPublish || mayWrite ? kindOfPrimary : 'plain'} />
        )}
      </span>
    </>
  )
}

/** Has a shorter label for phones and tablets, where the save state and the presence list need the room. */
function PublishChanges() {
  const said = useWords(documentWords)
  return (
    <>
      <span className={styles.whole}>{said.publishChanges}</span>
      <span className={styles.short}>{said.publish}</span>
    </>
  )
}

interface MoreActionsProps extends DocumentBarProps {
  readonly kind: ButtonKind
}

function MoreActions({ context, actions, kind }: MoreActionsProps) {
  const { place, access, form } = context
  const { entity } = place
  const said = useWords(documentWords)
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'remove' | 'unpublish'>()
  const isLive = isLiveDocument(form.stored)
  const removal = removalOf(entity)
  async function remove(): Promise<void> {
    // Undoable deletions need no confirmation, unless the document is referenced.
    const isUsed = removal && can(entity, 'references') ? await isUsedNow() : false
    if (removal && !isUsed) actions.remove()
    else setAsking('remove')
  }
  const isUsedNow = () =>
    queries.query(usesBeforeRemoval(entity.slug, place.id ?? '')).then(
      ({ docs }) => docs.length > 0,
      // On errors, the service decides.
      () => false,
    )
  const mayUnpublish = isLive && may(access, 'unpublish')
  const mayDuplicate = can(entity, 'duplicate') && may(access, 'duplicate')
  const hasMore = slotsAt('documentMenu', context).length > 0
  const mayDelete = may(access, 'delete')
  if (!mayUnpublish && !mayDuplicate && !hasMore && !mayDelete) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={said.more} kind={kind}>
            <Icon of={kind === 'plain' ? Ellipsis : ChevronDown} />
          </IconButton>
        }
      >
        {mayUnpublish && (
          <MenuItem icon={<Icon of={EyeOff} />} onSelect={() => setAsking('unpublish')}>
            {said.unpublish}…
          </MenuItem>
        )}
        {mayDuplicate && (
          <MenuItem icon={<Icon of={Copy} />} onSelect={actions.duplicate}>
            {said.duplicate}
          </MenuItem>
        )}
        <Slot name="documentMenu" context={context} />
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Icon of={Trash2} />} onSelect={() => void remove()}>
              {removal?.label() ?? said.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'remove' && (
        <RemovalDialog context={context} onRemove={actions.remove} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'unpublish' && (
        <UnpublishDialog context={context} onRemove={actions.unpublish} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}
