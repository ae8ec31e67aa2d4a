import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
import styles from './command-palette.module.css'
import { type Command, type CommandGroup, useCommands } from './commands.tsx'

interface CommandPaletteProps {
  readonly onClose: () => void
  /** Letters typed before the input had the focus. */
  readonly takeLetters: () => string
}

/** Ctrl+K: go to, create, find content, and do what the open screen offers. */
export function CommandPalette({ onClose, takeLetters }: CommandPaletteProps) {
  const said = useWords(shellWords)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  // Not deferred: Enter may follow the last letter before a deferred render.
  const groups = useCommands(text)

  function run(command: Command): void {
    onClose()
    if (command.run) command.run()
    else if (command.to) void navigate(command.to)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={said.palette}>
          {/* Commands are filtered in the app, documents by the service. */}
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={text}
            onValueChange={(next, { reason }) => {
              // Running a command leaves what was typed as it is.
              if (reason !== 'item-press') setText(next)
            }}
          >
            <Autocomplete.Input
              className={styles.input}
              placeholder={said.palette}
              aria-label={said.palette}
              onFocus={() => {
                const early = takeLetters()
                if (early !== '') setText(early)
              }}
            />
            <Autocomplete.Empty className={groups.length === 0 ? styles.empty : ''}>
              {groups.length === 0 && said.nothingFound}
            </Autocomplete.Empty>
            <Autocomplete.List className={styles.list} aria-label={said.palette}>
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className={styles.label}>{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.key}
                        value={command}
                        className={styles.item}
                        onClick={() => run(command)}
                      >
                        {command.icon}
                        <span className={command.isContent ? styles.serif : ''}>{command.label}</span>
                        {command.hint !== undefined && <span className={styles.hint}>{command.hint}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
