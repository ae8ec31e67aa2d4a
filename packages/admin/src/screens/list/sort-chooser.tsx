import { ArrowDown, ArrowDownUp, ArrowUp, X } from 'lucide-react'
import type { ModelPath } from '../../data/model/model-path.ts'
import { labelOf } from '../../data/entities.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import bar from '../../design/filter-bar/filter-bar.module.css'
import { Popover } from '../../design/popover.tsx'
import { lazily } from '../../fields/lazily.tsx'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListState } from './list-state.ts'
import styles from './sort-chooser.module.css'

const PathInput = lazily(async () => (await import('../../design/filter-bar/path-input.tsx')).PathInput)

const MOST_KEYS = 10

const canSort = ({ isSortable }: ModelPath) => isSortable

export function SortChooser({ state }: { readonly state: ListState }) {
  const said = useWords(listWords)
  const { remove } = useWords(sharedWords)
  const formats = useFormats()
  const { sort, paths } = state
  const nameOf = (key: string) => {
    const found = paths.at(pathOf(key))
    return found ? labelOf(found.field) : pathOf(key)
  }
  const change = (next: readonly string[]) => state.change({ sort: next })
  const [first] = sort
  return (
    <Popover
      title={said.order}
      trigger={
        <button type="button" className={`${bar.add} ${styles.trigger}`}>
          <Icon of={ArrowDownUp} size={14} />
          {first === undefined
            ? said.order
            : said.sortedBy({ name: first.includes('.') ? nameOf(first) : formats.inSentence(nameOf(first)) })}
        </button>
      }
    >
      <div className={styles.keys}>
        {sort.map((key, index) => (
          <div key={key} className={styles.key}>
            <PathInput
              label={said.sortField}
              value={pathOf(key)}
              shown={nameOf(key)}
              paths={paths.paths}
              suits={canSort}
              without={sort.map(pathOf)}
              onChange={(path) => change(sort.with(index, isDescending(key) ? `-${path}` : path))}
            />
            <IconButton
              label={isDescending(key) ? said.descending : said.ascending}
              onClick={() => change(sort.with(index, isDescending(key) ? pathOf(key) : `-${key}`))}
            >
              <Icon of={isDescending(key) ? ArrowDown : ArrowUp} size={14} />
            </IconButton>
            <IconButton label={`${remove}: ${nameOf(key)}`} onClick={() => change(sort.toSpliced(index, 1))}>
              <Icon of={X} size={14} />
            </IconButton>
          </div>
        ))}
        {sort.length < MOST_KEYS && (
          <div className={styles.key}>
            <PathInput
              label={sort.length === 0 ? said.sortField : said.thenBy}
              value=""
              shown=""
              paths={paths.paths}
              suits={canSort}
              without={sort.map(pathOf)}
              onChange={(path) => change([...sort, path])}
            />
          </div>
        )}
        {state.search.sort && (
          <div>
            <Button small onClick={() => change([])}>
              {said.usualOrder}
            </Button>
          </div>
        )}
      </div>
    </Popover>
  )
}

const isDescending = (key: string) => key.startsWith('-')
const pathOf = (key: string) => key.replace(/^-/, '')
