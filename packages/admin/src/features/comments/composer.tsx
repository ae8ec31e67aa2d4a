import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentPlace } from '../../data/document-api.ts'
import { useSettled } from '../../data/use-found.ts'
import { Button } from '../../design/button.tsx'
import inputStyles from '../../design/input.module.css'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './comments.module.css'
import { mentionAt, mentionsIn, type NamedMention, withMention } from './mention-at.ts'
import { useMentionable, type Written } from './use-comments.ts'
import { commentsWords } from './words.ts'

interface ComposerProps {
  readonly place: DocumentPlace
  readonly label: string
  readonly placeholder?: string
  readonly action: string
  /** Incremented on each request; each change takes the focus. */
  readonly wishes?: number
  readonly initial?: { readonly body: string; readonly mentions: readonly NamedMention[] }
  /** Resolves to false if the comment was refused; its text then stays in the box. */
  readonly onSend: (written: Written) => Promise<boolean>
  readonly onCancel: () => void
}

const NOTHING = { body: '', mentions: [] } as const

/** Text box for a comment, which offers names after an @. */
export function Composer(props: ComposerProps) {
  const { place, label, placeholder, action, wishes = 1, initial = NOTHING, onSend, onCancel } = props
  const said = useWords(commentsWords)
  const { cancel } = useWords(sharedWords)
  const ownId = useId()
  const whole = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial.body)
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(initial.mentions)
  const [isSending, setSending] = useState(false)
  const [at, setAt] = useState(0)
  const begun = caret === null ? null : mentionAt(text, caret, chosen)
  const named = useSettled(begun?.named.trim() ?? '')
  const { data: people, isPlaceholderData: isOfBefore } = useMentionable(place, begun ? named : null)
  // Until the names for the typed text arrive, offer only matching names of the previous response: Enter must not
  // mention another user.
  const isAnswered = !isOfBefore && named === begun?.named.trim()
  const fits = (name: string) => isAnswered || name.toLowerCase().includes(begun?.named.trim().toLowerCase() ?? '')
  const shown = begun ? (people ?? []).filter(({ name }) => name !== null && fits(name)) : []
  // After a space, the text may not be a mention at all.
  const isNobody = people !== undefined && isAnswered && begun && shown.length === 0 && !begun.named.includes(' ')
  const active = shown[Math.min(at, shown.length - 1)]

  useEffect(() => {
    if (wishes <= 0) return
    // Shows the whole box with its buttons.
    whole.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [wishes])

  const choose = (person: (typeof shown)[number]) => {
    const { collection, id, name } = person
    if (!begun || caret === null || name === null) return
    const [next, end] = withMention(text, caret, begun, name)
    // Synchronous: a frame later, the caret would jump back behind text typed in the meantime.
    flushSync(() => {
      setText(next)
      setCaret(null)
      setChosen([...chosen, { collection, id, name }])
    })
    box.current?.focus()
    box.current?.setSelectionRange(end, end)
  }
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    const isTaken = await onSend({ body: text.trim(), mentions: mentionsIn(text, chosen) })
    setSending(false)
    if (isTaken) onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (active && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : shown.length - 1
      setAt((Math.min(at, shown.length - 1) + step) % shown.length)
    } else if (active && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (active) setCaret(null)
      else onCancel()
    }
  }
  const optionId = (index: number) => `${ownId}-person-${index}`
  return (
    <div className={styles.composer} ref={whole}>
      <textarea
        ref={box}
        className={inputStyles.input}
        aria-label={label}
        placeholder={placeholder}
        maxLength={5000}
        value={text}
        dir="auto"
        aria-autocomplete="list"
        {...(active && {
          'aria-controls': `${ownId}-people`,
          'aria-activedescendant': optionId(shown.indexOf(active)),
        })}
        onChange={(event) => {
          setText(event.target.value)
          setCaret(event.target.selectionStart)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {active && (
        <div role="listbox" id={`${ownId}-people`} aria-label={said.people} className={styles.people}>
          {shown.map((person, index) => (
            <div
              key={`${person.collection}/${person.id}`}
              role="option"
              id={optionId(index)}
              aria-selected={person === active}
              tabIndex={-1}
              className={styles.person}
              // Before the box loses the focus, which closes the list of names.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles.nobody}>
        {isNobody && said.nobody}
      </p>
      <div className={styles.buttons}>
        <Button small onClick={onCancel}>
          {cancel}
        </Button>
        <Button small kind="outline" disabled={text.trim() === '' || isSending} onClick={() => void send()}>
          {action}
        </Button>
      </div>
    </div>
  )
}
