import { ClipboardPaste, Plus } from 'lucide-react'
import { type ComponentProps, useRef, useState, useSyncExternalStore } from 'react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Popover } from '../design/popover.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { BlockPicker } from './block-picker.tsx'
import { copiedText, onCopiedRows, parseCopied } from './row-clipboard.ts'
import { fittingRows } from './rows.ts'
import styles from './rows.module.css'

interface AddRowProps {
  readonly field: FieldSchema
  /** A thin line between two rows that appears on hover. */
  readonly isBetween: boolean
  readonly onAdd: (blockType?: string) => void
  readonly onPaste: () => void
}

export function AddRow({ field, isBetween, onAdd, onPaste }: AddRowProps) {
  const said = useWords(rowWords)
  const label = isBetween ? said.addHere : said.addTo({ what: labelOf(field) })
  const kinds = Object.keys(field.blocks ?? {})
  const [onlyKind] = kinds
  const isDirect = kinds.length < 2
  const [isPicking, setOpen] = useState(false)
  const hasPicked = useRef(false)
  const setPicking = (isOpen: boolean) => {
    if (isOpen) hasPicked.current = false
    setOpen(isOpen)
  }
  const trigger = (
    <AddButton isBetween={isBetween} label={label} {...(isDirect && { onClick: () => onAdd(onlyKind) })} />
  )
  return (
    <div className={isBetween ? undefined : styles.adders}>
      {isDirect ? (
        trigger
      ) : (
        <Popover
          isWide
          title={said.pickBlock}
          trigger={trigger}
          open={isPicking}
          onOpenChange={setPicking}
          // The added row has the focus.
          returnsFocus={() => !hasPicked.current}
        >
          <BlockPicker
            field={field}
            onPick={(kind) => {
              hasPicked.current = true
              setPicking(false)
              onAdd(kind)
            }}
          />
        </Popover>
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
    <Button small {...rest} className={styles.add ?? ''} data-add-row>
      <Icon of={Plus} size={14} />
      {label}
    </Button>
  )
}

/** Shown if the clipboard has matching rows, also from another tab. */
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
