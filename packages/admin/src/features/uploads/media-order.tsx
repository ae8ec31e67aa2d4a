import { Folder as FolderIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { foldersIn, wayTo } from './folders.ts'
import styles from './media-order.module.css'
import { inFolder, lackingAlt, mediaFiltersOf, withTag } from './media-filters.ts'
import { mediaWords } from './words.ts'
import { collection } from '../../data/client.ts'
import { can, namesIn } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'

const TAGS = 12

/** Above a list of files: breadcrumbs, subfolders, tags, and a filter for missing alternative texts. */
export function MediaOrder({ entity, state }: ListContext) {
  const said = useWords(mediaWords)
  const formats = useFormats()
  const folders = useValues(entity, 'folder')
  const tags = useValues(entity, 'tags')
  const { folder, tag, lacksAlt } = mediaFiltersOf(state.filters)
  const hasAlt = entity.fields.some(({ name }) => name === 'alt')
  const open = (path: string) => state.change({ filter: inFolder(state.filters, path) })
  const inside = foldersIn(folder, folders ?? [])
  if (!hasOrder(entity, 'folder') && !hasAlt && !tags?.length) return null
  return (
    <div className={styles.order}>
      {hasOrder(entity, 'folder') && (
        <nav aria-label={said.folders} className={styles.folders}>
          <ol className={styles.way}>
            <li>
              <Button small aria-current={folder === '' ? 'page' : undefined} onClick={() => open('')}>
                {said.allFiles}
              </Button>
            </li>
            {wayTo(folder).map(({ path, name }) => (
              <li key={path}>
                <span aria-hidden="true">/</span>
                <Button small aria-current={path === folder ? 'page' : undefined} onClick={() => open(path)}>
                  {name}
                </Button>
              </li>
            ))}
          </ol>
          {inside.length > 0 && (
            <ul className={styles.inside}>
              {inside.map(({ path, name, count }) => (
                <li key={path}>
                  <button type="button" className={styles.folder} onClick={() => open(path)}>
                    <Icon of={FolderIcon} />
                    <span className={styles.name}>{name}</span>
                    <span className={styles.count}>{formats.number(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </nav>
      )}
      {(hasAlt || (tags && tags.length > 0)) && (
        <div className={styles.chips} role="group" aria-label={said.show}>
          {hasAlt && (
            <Choice isOn={lacksAlt} onChange={(on) => state.change({ filter: lackingAlt(state.filters, on) })}>
              {said.lacksAlt}
            </Choice>
          )}
          {tags?.slice(0, TAGS).map(({ value, count }) => (
            <Choice
              key={value}
              isOn={tag === value}
              onChange={(on) => state.change({ filter: withTag(state.filters, on ? value : undefined) })}
            >
              {value} <span className={styles.count}>{formats.number(count)}</span>
            </Choice>
          ))}
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}

function Choice({ isOn, onChange, children }: ChoiceProps) {
  return (
    <Button
      small
      kind="outline"
      aria-pressed={isOn}
      className={isOn ? (styles.on ?? '') : ''}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  )
}

/** A value of a field, with the number of files. */
interface Counted {
  readonly value: string
  readonly count: number
}

/** The values of `folder` or `tags` in a collection, if it has the field. Undefined while loading. */
function useValues(entity: EntitySchema, field: 'folder' | 'tags'): readonly Counted[] | undefined {
  const isThere = hasOrder(entity, field)
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'values', field],
    queryFn: async () => (await collection(entity.slug).distinct({ field })).values,
    enabled: isThere && can(entity, 'distinct'),
    retry: false,
    staleTime: 30_000,
  })
  return data?.flatMap(({ value, count }) => (typeof value === 'string' && value !== '' ? [{ value, count }] : []))
}

function hasOrder(entity: EntitySchema, field: 'folder' | 'tags'): boolean {
  return namesIn(entity, [field]).length > 0
}
