import { ClipboardPaste, Plus } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem } from '../design/menu.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { copiedText, onCopiedRows, parseCopied } from './row-clipboard.ts'
import { blockName } from './row-name.ts'
import { fittingRows } from './rows.ts'
import styles from './rows.module.css'

interface AddRowProps {
  readonly field: FieldSchema
  /** A thin line between two rows, which shows itself when somebody is near. */
  readonly isBetween: boolean
  readonly onAdd: (blockType?: string) => void
  readonly onPaste: () => void
}

export function AddRow({ field, isBetween, onAdd, onPaste }: AddRowProps) {
  const said = useWords(rowWords)
  const label = isBetween ? said.addHere : field.blocks ? said.addBlock : said.add
  const kinds = Object.keys(field.blocks ?? {})
  const [onlyKind] = kinds
  const isDirect = kinds.length < 2
  const trigger = (
    <AddButton isBetween={isBetween} label={label} {...(isDirect && { onClick: () => onAdd(onlyKind) })} />
  )
  return (
    <div className={isBetween ? undefined : styles.adders}>
      {isDirect ? (
        trigger
      ) : (
        <Menu align="start" trigger={trigger}>
          {kinds.map((kind) => (
            <MenuItem key={kind} onSelect={() => onAdd(kind)}>
              {blockName(field, kind)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {!isBetween && <PasteButton field={field} onPaste={onPaste} />}
    </div>
  )
}

interface AddButtonProps extends ComponentProps<'button'> {
  readonly isBetween: boolean
  readonly label: string
}

function AddButton({ isBetween, label, ...rest }: AddButtonProps) {
  if (isBetween) {
    return (
      <button type="button" {...rest} className={styles.between} aria-label={label} title={label}>
        <span className={styles.plus}>
          <Icon of={Plus} size={12} />
        </span>
      </button>
    )
  }
  return (
    <Button small {...rest} className={styles.add ?? ''}>
      <Icon of={Plus} size={14} />
      {label}
    </Button>
  )
}

/** There if something was copied that fits, in this tab or another. */
function PasteButton({ field, onPaste }: { readonly field: FieldSchema; readonly onPaste: () => void }) {
  const said = useWords(rowWords)
  const copied = useSyncExternalStore(onCopiedRows, copiedText)
  if (fittingRows(field, parseCopied(copied)).length === 0) return null
  return (
    <Button small className={styles.add ?? ''} onClick={onPaste}>
      <Icon of={ClipboardPaste} size={14} />
      {said.paste}
    </Button>
  )
}
