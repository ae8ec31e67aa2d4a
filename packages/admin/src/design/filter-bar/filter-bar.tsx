import { ListFilter, X } from 'lucide-react'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import { Icon } from '../icon.tsx'
import { Input } from '../input.tsx'
import { Popover } from '../popover.tsx'
import styles from './filter-bar.module.css'

export interface FilterChip {
  readonly key: string | number
  readonly text: ReactNode
  /** Accessible name. */
  readonly name: string
  /** The filter names something that doesn't exist, or that the user can't see. */
  readonly isUnknown?: boolean
  /** Without an editor, the filter can only be removed. */
  readonly editor?: ReactNode
  readonly onRemove: () => void
}

interface FilterBarProps {
  readonly label: string
  readonly chips: readonly FilterChip[]
  /** Content that adds a filter; missing if no filter is left. */
  readonly adding?: ReactNode
  readonly onClear: () => void
  readonly search?: {
    readonly label: string
    readonly value: string
    readonly onChange: (value: string) => void
  }
  readonly searchBox?: Ref<HTMLInputElement>
  /** Whether the list follows directly, without a header of its own. */
  readonly isOnPage?: boolean
  /** Shown after the filters. */
  readonly children?: ReactNode
}

/**
 * The filters of a list, each a chip that opens an editor. `f` adds a filter, Delete removes the focused one. The
 * screen stores the filters in the address.
 */
export function FilterBar({
  label,
  chips,
  adding,
  onClear,
  search,
  searchBox,
  isOnPage = false,
  children,
}: FilterBarProps) {
  const said = useWords(listWords)
  const [open, setOpen] = useState<string | number>()
  const within = (editor: ReactNode) => <CloseFilter value={() => setOpen(undefined)}>{editor}</CloseFilter>
  const opening = (key: string | number) => (next: boolean) => setOpen(next ? key : undefined)
  useFilterKey(() => adding && setOpen(NEW))

  function onKey(event: KeyboardEvent<HTMLElement>, { onRemove }: FilterChip): void {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    remove(event.currentTarget, onRemove)
  }

  return (
    <div role="group" aria-label={label} className={`${styles.bar} ${isOnPage ? styles.onPage : ''}`}>
      {chips.map((chip) => (
        <span key={chip.key} className={styles.chip} data-unknown={chip.isUnknown || undefined}>
          {chip.editor ? (
            <Popover
              title={said.changeFilter}
              open={open === chip.key}
              onOpenChange={opening(chip.key)}
              trigger={
                <button type="button" className={styles.open} onKeyDown={(event) => onKey(event, chip)}>
                  {chip.text}
                </button>
              }
            >
              {within(chip.editor)}
            </Popover>
          ) : (
            <span className={styles.open}>{chip.text}</span>
          )}
          <button
            type="button"
            className={styles.remove}
            aria-label={said.removeFilter({ text: chip.name })}
            onClick={({ currentTarget }) => remove(currentTarget, chip.onRemove)}
          >
            <Icon of={X} size={13} />
          </button>
        </span>
      ))}
      {adding && (
        <Popover
          title={said.addFilter}
          open={open === NEW}
          onOpenChange={opening(NEW)}
          trigger={
            <button type="button" className={styles.add}>
              <Icon of={ListFilter} size={14} />
              {said.addFilter}
            </button>
          }
        >
          {within(adding)}
        </Popover>
      )}
      {chips.length > 1 && (
        <button type="button" className={styles.clear} onClick={({ currentTarget }) => remove(currentTarget, onClear)}>
          {said.clearFilters}
        </button>
      )}
      {children}
      {search && (
        <Input
          ref={searchBox}
          type="search"
          className={styles.search ?? ''}
          aria-label={search.label}
          placeholder={search.label}
          value={search.value}
          onChange={(event) => search.onChange(event.target.value)}
        />
      )}
    </div>
  )
}

const NEW = 'new'

/** Keeps the focus in the bar. */
function remove(from: HTMLElement, onRemove: () => void): void {
  const bar = from.closest<HTMLElement>('[role="group"]')
  onRemove()
  bar?.querySelector<HTMLElement>(`.${styles.add}`)?.focus()
}

const CloseFilter = createContext<() => void>(() => undefined)

/** Closes the filter editor after its filter is applied. */
export function useCloseFilter(): () => void {
  return useContext(CloseFilter)
}

/** `f` adds a filter, unless the focus is in an input or a popup is open. */
function useFilterKey(act: () => void): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const { target } = event
    if (
      target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]'))
    )
      return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
