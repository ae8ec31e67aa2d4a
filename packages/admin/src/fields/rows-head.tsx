import { Ellipsis, TableOfContents } from 'lucide-react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { useFormats } from '../words/formats.ts'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import form from './field-list.module.css'
import styles from './rows.module.css'

interface RowsHeadProps {
  readonly field: FieldSchema
  readonly locale: string | undefined
  readonly count: number
  readonly onFold: (isFolded: boolean) => void
  readonly onCopy: () => void
  /** Whether the field has actions at the end of the header. */
  readonly hasFieldActions: boolean
  /** Opens the outline of the document. */
  readonly onGo: (() => void) | undefined
  readonly onSelect: (() => void) | undefined
}

/** "Sections · 3", with actions for all rows. */
export function RowsHead({ field, locale, count, hasFieldActions, onFold, onCopy, onGo, onSelect }: RowsHeadProps) {
  const said = useWords(rowWords)
  const { number } = useFormats()
  const label = labelOf(field)
  return (
    <div className={styles.head} data-beside={hasFieldActions || undefined}>
      <span className={form.label}>
        <span>
          {label}
          {count > 0 && <span className={styles.count}> · {number(count)}</span>}
        </span>
        {locale !== undefined && <span className={form.locale}>{locale.toUpperCase()}</span>}
      </span>
      {count > 0 && (
        <span className={styles.actions}>
          {onGo && count > 1 && (
            <IconButton label={said.goTo} aria-keyshortcuts="Control+G" small onClick={onGo}>
              <Icon of={TableOfContents} />
            </IconButton>
          )}
          <Menu
            trigger={
              <IconButton label={said.more({ what: label })} small>
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => onFold(true)}>{said.foldAll}</MenuItem>
            <MenuItem onSelect={() => onFold(false)}>{said.unfoldAll}</MenuItem>
            {onSelect && <MenuItem onSelect={onSelect}>{said.selectSeveral}</MenuItem>}
            <MenuItem onSelect={onCopy}>{said.copyAll}</MenuItem>
          </Menu>
        </span>
      )}
    </div>
  )
}
