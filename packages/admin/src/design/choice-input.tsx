import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './choice-input.module.css'
import { Icon } from './icon.tsx'
import popup from './popup.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface ChoiceInputProps {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  readonly options: readonly Choice[]
  readonly many: boolean
  readonly isReadOnly?: boolean
  readonly label?: string
  readonly described?: { readonly id: string; readonly 'aria-describedby': string | undefined }
}

/** Selects several of many options, found by typing. */
export function ChoiceInput({
  value,
  onChange,
  options,
  many,
  isReadOnly = false,
  label,
  described,
}: ChoiceInputProps) {
  const said = useWords(sharedWords)
  const chosen = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one })
  return (
    <Combobox.Root<Choice, true>
      multiple
      items={options}
      value={chosen}
      disabled={isReadOnly}
      isItemEqualToValue={(item, other) => item.value === other.value}
      onValueChange={(next, { reason }) => {
        // Escape closes the list and must keep the selection.
        if (reason !== 'escape-key') onChange((many ? next : next.slice(-1)).map((one) => one.value))
      }}
    >
      <Combobox.Chips className={styles.box}>
        {chosen.map((one) => (
          <Combobox.Chip key={one.value} className={styles.chip} aria-label={one.label}>
            {one.label}
            <Combobox.ChipRemove className={styles.remove} aria-label={`${said.remove}: ${one.label}`}>
              <Icon of={X} size={12} />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          className={styles.input}
          placeholder={isReadOnly || (!many && chosen.length > 0) ? '' : said.choose}
          {...described}
          {...(label !== undefined && { 'aria-label': label })}
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner className={popup.layer} sideOffset={4} align="start">
          <Combobox.Popup className={popup.popup}>
            <Combobox.List>
              {(item: Choice) => (
                <Combobox.Item key={item.value} value={item} className={popup.item}>
                  <span className={popup.indicator}>
                    <Combobox.ItemIndicator>
                      <Icon of={Check} size={14} />
                    </Combobox.ItemIndicator>
                  </span>
                  {item.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
