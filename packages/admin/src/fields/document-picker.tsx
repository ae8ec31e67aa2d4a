import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { useFoundTargets } from '../data/use-found.ts'
import { useSchema } from '../data/use-session.ts'
import { useTargets } from '../data/use-targets.ts'
import { Icon } from '../design/icon.tsx'
import choice from '../design/choice-input.module.css'
import popup from '../design/popup.module.css'
import { Thumbnail } from '../design/thumbnail.tsx'
import { fieldWords } from '../words/fields.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { Described } from './contract.ts'
import { MoreTargets } from './more-targets.tsx'
import { TargetTitle } from './target-title.tsx'
import { type RelationshipTarget, targetCollections } from './relationship-value.ts'

export interface DocumentPickerProps {
  readonly field: FieldSchema
  readonly targets: readonly RelationshipTarget[]
  readonly onChange: (targets: RelationshipTarget[]) => void
  readonly isReadOnly: boolean
  readonly hasPictures?: boolean
  readonly label?: string
  readonly described?: Described
  /** The document itself, which can't be its own target. */
  readonly without?: string | null
}

const sameTarget = (a: RelationshipTarget, b: RelationshipTarget) => a.id === b.id && a.collection === b.collection

/** Finds documents by title; shows the chosen ones as chips. */
export function DocumentPicker({
  field,
  targets,
  onChange,
  isReadOnly,
  hasPictures,
  label,
  described,
  without = null,
}: DocumentPickerProps) {
  const said = useWords(fieldWords)
  const { remove } = useWords(sharedWords)
  const { collections } = useSchema()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const slugs = targetCollections(field)
  const chosen = useTargets(targets)
  const targetsFound = useFoundTargets(slugs, text, isOpen)
  const found = targetsFound.found.filter(({ id }) => id !== without)
  const isFull = !field.many && targets.length > 0

  return (
    <Combobox.Root<RelationshipTarget, true>
      multiple
      items={found}
      filter={null}
      value={chosen}
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={text}
      onInputValueChange={setText}
      disabled={isReadOnly}
      isItemEqualToValue={sameTarget}
      itemToStringLabel={({ id }) => id}
      onValueChange={(next, { reason }) => {
        // Escape closes the list and must keep the selection.
        if (reason === 'escape-key') return
        onChange(field.many ? next : next.slice(-1))
        setText('')
        if (!field.many) setOpen(false)
      }}
    >
      <Combobox.Chips className={choice.box}>
        {chosen.map((target) => (
          <Combobox.Chip key={`${target.collection}/${target.id}`} className={choice.chip}>
            {hasPictures && target.doc && <Thumbnail doc={target.doc} size={28} />}
            <TargetTitle target={target} />
            {!isReadOnly && (
              <Combobox.ChipRemove className={choice.remove} aria-label={remove}>
                <Icon of={X} size={12} />
              </Combobox.ChipRemove>
            )}
          </Combobox.Chip>
        ))}
        <Combobox.Input
          className={choice.input}
          data-own-text
          placeholder={isFull || isReadOnly ? '' : said.find}
          {...described}
          {...(label !== undefined && { 'aria-label': label })}
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner className={popup.layer} sideOffset={4} align="start">
          <Combobox.Popup className={popup.popup}>
            <Combobox.Empty className={popup.label}>{said.nothingFound}</Combobox.Empty>
            <Combobox.List>
              {(target: RelationshipTarget) => (
                <Combobox.Item key={`${target.collection}/${target.id}`} value={target} className={popup.item}>
                  <span className={popup.indicator}>
                    <Combobox.ItemIndicator>
                      <Icon of={Check} size={14} />
                    </Combobox.ItemIndicator>
                  </span>
                  {hasPictures && target.doc && <Thumbnail doc={target.doc} size={28} />}
                  <TargetTitle target={target} />
                  {slugs.length > 1 && (
                    <span className={popup.hint}>
                      {labelOf(collections[target.collection] ?? { label: target.collection })}
                    </span>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
            <MoreTargets {...targetsFound} />
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
