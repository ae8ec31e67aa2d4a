import { Share2, Users, X } from 'lucide-react'
import { lazy, Suspense, type SyntheticEvent, useState } from 'react'
import type { ListSearch } from '../../data/addresses.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { newId } from '../../fields/rows.ts'
import { usePreference } from '../../data/use-preference.ts'
import { type SharedView, useSharedViews } from '../../data/use-shared-views.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Input } from '../../design/input.tsx'
import { Popover } from '../../design/popover.tsx'
import { useLate } from '../../design/toasts.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListState } from './list-state.ts'
import styles from './saved-views.module.css'

interface SavedView {
  readonly name: string
  readonly search: ListSearch
}

/** Saved views: filters, order and search, the user's own and shared ones. */
export function SavedViews({ state, entity }: { readonly state: ListState; readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const late = useLate()
  const [kept, keep] = usePreference<readonly SavedView[]>(`admin.views.${entity.slug}`)
  const { views: shared, mayShare, rolesIn } = useSharedViews(entity.slug)
  const views = kept ?? []
  const [sharing, setSharing] = useState<{ readonly view: SharedView; readonly isShared: boolean }>()
  const { search } = state
  const isPlain =
    search.view === undefined && search.filter === undefined && search.q === undefined && search.sort === undefined

  const show = (name: string, view: ListSearch = {}) => state.change({ ...EMPTY, ...view, view: name })
  const share = (view: SharedView, isShared: boolean) => late(loadSharing, () => setSharing({ view, isShared }))

  function save(name: string): void {
    keep([...views.filter((view) => view.name !== name), { name, search: shownIn(search) }])
    state.change({ view: name }, true)
  }

  /** Sharing moves a view from the user's own views to the shared ones, and back. */
  function settle({ view }: { readonly view: SharedView }, next: SharedView | null): void {
    setSharing(undefined)
    if (next) {
      keep(views.filter(({ name }) => name !== view.name))
      state.change({ view: `${SHARED}${view.key}` }, true)
    } else {
      keep([...views.filter(({ name }) => name !== view.name), { name: view.name, search: view.search }])
      state.change({ view: view.name }, true)
    }
  }

  return (
    <nav className={styles.tabs} aria-label={said.all}>
      <button type="button" className={styles.tab} aria-current={isPlain ? 'page' : undefined} onClick={() => show('')}>
        {said.all}
      </button>
      {shared.map((view) => {
        const isOpen = search.view === `${SHARED}${view.key}`
        return (
          <span key={view.key} className={styles.tab} aria-current={isOpen ? 'page' : undefined}>
            <button type="button" onClick={() => show(`${SHARED}${view.key}`, view.search)}>
              {view.name}
            </button>
            <span className={styles.sign} title={said.shared}>
              <Icon of={Users} size={13} />
            </span>
            {isOpen && mayShare && (
              <IconButton
                small
                label={said.shareView({ name: view.name })}
                onClick={() => share({ ...view, search: shownIn(search) }, true)}
              >
                <Icon of={Share2} size={13} />
              </IconButton>
            )}
          </span>
        )
      })}
      {views.map((view) => {
        const isOpen = search.view === view.name
        return (
          <span key={view.name} className={styles.tab} aria-current={isOpen ? 'page' : undefined}>
            <button type="button" onClick={() => show(view.name, view.search)}>
              {view.name}
            </button>
            {isOpen && mayShare && (
              <IconButton
                small
                label={said.shareView({ name: view.name })}
                onClick={() => share({ key: newId(), name: view.name, search: shownIn(search), roles: [] }, false)}
              >
                <Icon of={Share2} size={13} />
              </IconButton>
            )}
            {isOpen && (
              <IconButton
                small
                label={said.deleteView({ name: view.name })}
                onClick={() => {
                  keep(views.filter((one) => one !== view))
                  show('')
                }}
              >
                <Icon of={X} size={13} />
              </IconButton>
            )}
          </span>
        )
      })}
      <SaveView onSave={save} />
      {sharing && (
        <Suspense>
          <ShareView
            slug={entity.slug}
            view={sharing.view}
            isShared={sharing.isShared}
            rolesIn={rolesIn}
            onDone={(next) => settle(sharing, next)}
            onClose={() => setSharing(undefined)}
          />
        </Suspense>
      )}
    </nav>
  )
}

/** Prefix that distinguishes shared views from names of own ones. */
const SHARED = 'shared:'

/** The part of the URL that a view stores. */
function shownIn({ page: _page, view: _view, upload: _upload, ...rest }: ListSearch): ListSearch {
  return rest
}

const loadSharing = () => import('./share-view.tsx')
const ShareView = lazy(async () => ({ default: (await loadSharing()).ShareView }))

const EMPTY: Partial<ListSearch> = { filter: [], q: '', sort: [] }

function SaveView({ onSave }: { readonly onSave: (name: string) => void }) {
  const said = useWords(listWords)
  const { save } = useWords(sharedWords)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    setName('')
    setOpen(false)
  }

  return (
    <Popover
      title={said.saveView}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.tab}>
          + {said.saveView}
        </button>
      }
    >
      <form className={styles.form} onSubmit={onSubmit}>
        <Input
          aria-label={said.viewName}
          placeholder={said.viewName}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button kind="outline" type="submit">
          {save}
        </Button>
      </form>
    </Popover>
  )
}
