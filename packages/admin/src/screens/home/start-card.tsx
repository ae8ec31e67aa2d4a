import { Link } from '@tanstack/react-router'
import { ChevronDown, Plus } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { can, singularOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useContent } from '../../data/use-overview.ts'
import { useRecent } from '../../data/use-recent.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { useStart } from '../../data/start.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { EntityIcon, Icon } from '../../design/icon.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Section } from '../../design/page.tsx'
import { homeWords } from '../../words/home.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './home-screen.module.css'

/** Further collections are in a menu. */
const SHOWN = 5

/** Buttons to create documents; recently used collections come first. */
export function StartCard() {
  const said = useWords(homeWords)
  const { more } = useWords(sharedWords)
  const content = useContent()
  const access = useRightsOf(content.map(({ slug }) => slug))
  const visited = useRecent()
  const continued = useStart()?.continued
  const writable = content.filter((entity) => can(entity, 'create') && may(access[entity.slug], 'create'))
  if (visited === undefined || writable.length === 0) return null
  const lately = visited.map(({ collection }) => collection)
  const place = ({ slug }: EntitySchema) => (lately.includes(slug) ? lately.indexOf(slug) : lately.length)
  const ordered = writable.toSorted((one, other) => place(one) - place(other))
  // A menu with a single entry would be pointless.
  const shown = ordered.length <= SHOWN + 1 ? ordered : ordered.slice(0, SHOWN)
  const rest = ordered.slice(shown.length)
  const isFirst = continued?.entries.length === 0
  return (
    <Section title={said.begin} {...(isFirst && { about: said.nothingYet })}>
      <ul className={styles.start} aria-label={said.begin}>
        {shown.map((entity) => (
          <li key={entity.slug}>
            <Link {...addresses.create(entity.slug)} className={buttonClass('outline')}>
              <Icon of={Plus} />
              {capitalized(singularOf(entity))}
            </Link>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <Menu
              align="start"
              trigger={
                <Button>
                  {more}
                  <Icon of={ChevronDown} />
                </Button>
              }
            >
              {rest.map((entity) => (
                <MenuItem
                  key={entity.slug}
                  icon={<EntityIcon entity={entity} kind="collection" />}
                  to={addresses.create(entity.slug)}
                >
                  {capitalized(singularOf(entity))}
                </MenuItem>
              ))}
            </Menu>
          </li>
        )}
      </ul>
    </Section>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
