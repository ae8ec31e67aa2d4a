import { AppWindow } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { initialsOf } from './initials.ts'
import styles from './people.module.css'
import { type Person, useHere, usePeopleIn } from './use-presence.ts'
import { presenceWords } from './words.ts'
import type { AppSlotContexts } from '../../screens/feature.ts'

interface PeopleProps {
  readonly people: readonly Person[]
  readonly most: number
  readonly isSmall?: boolean
  /** Number of other tabs of the editor with the document. */
  readonly ownTabs?: number
}

/** Initials of the users present, with the time since when. */
function People({ people, most, isSmall = false, ownTabs = 0 }: PeopleProps) {
  const said = useWords(presenceWords)
  const formats = useFormats()
  if (people.length === 0 && ownTabs === 0) return null
  const shown = people.length > most ? people.slice(0, most - 1) : people
  const rest = people.length - shown.length
  return (
    <ul className={`${styles.people} ${isSmall ? styles.small : ''}`} aria-label={said.here}>
      {ownTabs > 0 && (
        <li className={styles.person} title={said.ownTabs({ count: ownTabs })}>
          <Icon of={AppWindow} size={14} />
          <span className={styles.told}>{said.ownTabs({ count: ownTabs })}</span>
        </li>
      )}
      {shown.map(({ user, name, since }, index) => {
        const text = said.since({ name: name ?? said.somebody, time: formats.time(since) })
        return (
          <li key={user ? `${user.collection}/${user.id}` : index} className={styles.person} title={text}>
            <span aria-hidden="true">{initialsOf(name ?? '') || '?'}</span>
            <span className={styles.told}>{text}</span>
          </li>
        )
      })}
      {rest > 0 && (
        <li className={styles.person} title={said.more({ count: rest })}>
          <span aria-hidden="true">+{rest}</span>
          <span className={styles.told}>{said.more({ count: rest })}</span>
        </li>
      )}
    </ul>
  )
}

/** Other users who have the document open, and the editor's own other tabs. */
export function DocumentPeople({ place }: AppSlotContexts['documentPeople']) {
  const { people, ownTabs } = useHere(place)
  return <People people={people} ownTabs={ownTabs} most={4} />
}

export function RowPeople({ entity, doc }: AppSlotContexts['listTitle']) {
  return <People people={usePeopleIn(entity, doc.id)} most={3} isSmall />
}
