import { X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { ListSearch } from '../../data/addresses.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { usePreference } from '../../data/use-preference.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Input } from '../../design/input.tsx'
import { Popover } from '../../design/popover.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListState } from './list-state.ts'
import styles from './saved-views.module.css'

interface SavedView {
  readonly name: string
  readonly search: ListSearch
}

/** Filters, order and search under a name, for each user and collection. */
export function SavedViews({ state, entity }: { readonly state: ListState; readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const [kept, keep] = usePreference<readonly SavedView[]>(`admin.views.${entity.slug}`)
  const views = kept ?? []
  const { search } = state
  const isPlain =
    search.view === undefined && search.filter === undefined && search.q === undefined && search.sort === undefined

  const show = (view: SavedView | undefined) => state.change({ ...EMPTY, ...view?.search, view: view?.name ?? '' })

  function save(name: string): void {
    const { page: _page, view: _view, ...rest } = search
    keep([...views.filter((view) => view.name !== name), { name, search: rest }])
    state.change({ view: name }, true)
  }

  return (
    <nav className={styles.tabs} aria-label={said.all}>
      <button
        type="button"
        className={styles.tab}
        aria-current={isPlain ? 'page' : undefined}
        onClick={() => show(undefined)}
      >
        {said.all}
      </button>
      {views.map((view) => {
        const isOpen = search.view === view.name
        return (
          <span key={view.name} className={styles.tab} aria-current={isOpen ? 'page' : undefined}>
            <button type="button" onClick={() => show(view)}>
              {view.name}
            </button>
            {isOpen && (
              <IconButton
                small
                label={said.deleteView({ name: view.name })}
                onClick={() => {
                  keep(views.filter((one) => one !== view))
                  show(undefined)
                }}
              >
                <Icon of={X} size={13} />
              </IconButton>
            )}
          </span>
        )
      })}
      <SaveView onSave={save} />
    </nav>
  )
}

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
