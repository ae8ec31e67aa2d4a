import { Link } from '@tanstack/react-router'
import { ExternalLink, House, Puzzle, Search } from 'lucide-react'
import { useRef } from 'react'
import { addresses } from '../data/addresses.ts'
import { labelOf, navigationOf } from '../data/entities.ts'
import type { EntitySchema } from '../data/schema.ts'
import { useCounts } from '../data/start.ts'
import { may } from '../data/use-documents.ts'
import { useGlobalRights, useRights } from '../data/use-rights.ts'
import { useSchema } from '../data/use-session.ts'
import { Brand } from '../design/brand.tsx'
import { EntityIcon, Icon } from '../design/icon.tsx'
import type { MenuEntry } from '../extensions/contract.ts'
import { menuEntries } from '../extensions/registry.ts'
import { Slot } from '../screens/slot.tsx'
import { useFormats } from '../words/formats.ts'
import { sharedWords } from '../words/shared.ts'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
import { AccountMenu } from './account-menu.tsx'
import { withEntries } from './menu-groups.ts'
import styles from './sidebar.module.css'
import { useActiveInSight } from './use-active-in-sight.ts'

interface SidebarProps {
  readonly isNarrow: boolean
  readonly onFind: () => void
  readonly onShortcuts: () => void
  readonly onGo?: () => void
}

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent)

export function Sidebar({ isNarrow, onFind, onShortcuts, onGo }: SidebarProps) {
  const said = useWords(shellWords)
  const schema = useSchema()
  const { more } = useWords(sharedWords)
  const bar = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  useActiveInSight(bar, foot)
  const groups = withEntries(navigationOf(schema, said), menuEntries(schema), more)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- on a phone, following a link closes the sheet; the links themselves are operable
    <div
      ref={bar}
      className={`${styles.bar} ${isNarrow ? styles.narrow : ''}`}
      onClick={(event) => isLink(event.target) && onGo?.()}
    >
      <div className={styles.brand}>
        <Brand />
      </div>
      <button type="button" className={styles.find} onClick={onFind}>
        <Icon of={Search} size={14} />
        <span className={styles.name}>{said.find}</span>
        <kbd aria-hidden="true">{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={said.navigation}>
        <Link {...addresses.home()} className={styles.link} activeOptions={{ exact: true }}>
          <Icon of={House} />
          <span className={styles.name}>{said.home}</span>
        </Link>
        {groups.map(({ label, entries, extra }) => (
          <div key={label} className={styles.group}>
            <h2 className={styles.heading}>{label}</h2>
            <ul>
              {entries.map(({ kind, entity }) => (
                <li key={`${kind}/${entity.slug}`}>
                  {kind === 'collection' ? <CollectionLink entity={entity} /> : <GlobalLink entity={entity} />}
                </li>
              ))}
              {extra.map((entry) => (
                <li key={`extra/${entry.key}`}>
                  <ExtraEntry entry={entry} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div ref={foot} className={styles.foot}>
        <Slot
          name="navigation"
          context={{ className: styles.link ?? '', nameClass: styles.name ?? '', countClass: styles.count ?? '' }}
        />
        <AccountMenu className={styles.link ?? ''} nameClass={styles.name ?? ''} onShortcuts={onShortcuts} />
      </div>
    </div>
  )
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a') !== null
}

function ExtraEntry({ entry: { label, view, href } }: { readonly entry: MenuEntry }) {
  const content = (
    <>
      <Icon of={view === undefined ? ExternalLink : Puzzle} />
      <span className={styles.name}>{label}</span>
    </>
  )
  if (view === undefined)
    return (
      <a className={styles.link} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    )
  return (
    <Link {...addresses.view(view)} className={styles.link} activeOptions={{ includeSearch: false }}>
      {content}
    </Link>
  )
}

/** Hidden from actors who may not read the collection. */
function CollectionLink({ entity }: { readonly entity: EntitySchema }) {
  const rights = useRights(entity.slug)
  const count = useCounts()?.[entity.slug]
  const formats = useFormats()
  if (rights && !may(rights, 'read')) return null
  return (
    <Link {...addresses.list(entity.slug)} className={styles.link} activeOptions={{ includeSearch: false }}>
      <EntityIcon entity={entity} />
      <span className={styles.name}>{labelOf(entity)}</span>
      {count !== undefined && <span className={styles.count}>{formats.number(count)}</span>}
    </Link>
  )
}

function GlobalLink({ entity }: { readonly entity: EntitySchema }) {
  const rights = useGlobalRights(entity.slug)
  if (rights && !may(rights, 'read')) return null
  return (
    <Link {...addresses.global(entity.slug)} className={styles.link} activeOptions={{ includeSearch: false }}>
      <EntityIcon entity={entity} kind="global" />
      <span className={styles.name}>{labelOf(entity)}</span>
    </Link>
  )
}
