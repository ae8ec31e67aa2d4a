import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
import styles from './command-palette.module.css'
import { type Command, useCommands } from './commands.tsx'

/** Ctrl+K: go to, create, find content, and do what the open screen offers. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const said = useWords(shellWords)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  // At once, not deferred: Enter may follow the last letter faster than a list would be drawn again.
  const groups = useCommands(text)
  const commands = groups.flatMap((group) => group.commands)
  const active = Math.min(chosen, Math.max(commands.length - 1, 0))

  function run(command: Command): void {
    onClose()
    if (command.run) command.run()
    else if (command.to) void navigate(command.to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((active + step + commands.length) % Math.max(commands.length, 1))
    } else if (event.key === 'Enter' && commands[active]) {
      event.preventDefault()
      run(commands[active])
    }
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={said.palette}>
          <input
            className={styles.input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to be typed into
            autoFocus
            value={text}
            placeholder={said.find}
            aria-label={said.palette}
            role="combobox"
            aria-expanded={commands.length > 0}
            aria-controls={id}
            aria-activedescendant={commands[active] && `${id}-${commands[active].key}`}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          {commands.length === 0 && (
            <p className={styles.empty} role="status">
              {said.nothingFound}
            </p>
          )}
          <div className={styles.list} role="listbox" id={id} aria-label={said.palette} hidden={commands.length === 0}>
            {groups.map((group) => (
              <div key={group.label} role="group" aria-label={group.label}>
                {group.commands.length > 0 && <div className={styles.label}>{group.label}</div>}
                {group.commands.map((command) => (
                  // The keyboard works through the input, as the pattern of a combobox has it.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={command.key}
                    id={`${id}-${command.key}`}
                    role="option"
                    aria-selected={command === commands[active]}
                    className={styles.item}
                    onClick={() => run(command)}
                    onMouseMove={() => setChosen(commands.indexOf(command))}
                  >
                    {command.icon}
                    <span className={command.isContent ? styles.serif : ''}>{command.label}</span>
                    {command.hint !== undefined && <span className={styles.hint}>{command.hint}</span>}
                  </div>
                ))}
              </div>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
