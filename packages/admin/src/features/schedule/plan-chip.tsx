import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './calendar-screen.module.css'
import { keyOf } from './day-board.tsx'
import type { Movable } from './use-move.ts'
import { scheduleWords } from './words.ts'

/** Something on the calendar, or beside it: a link to the document, which can be taken and put on another day. */
export function PlanChip({ what, runAt }: { readonly what: Movable; readonly runAt?: Date }) {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: keyOf(what) })
  const to = what.kind === 'global' ? addresses.global(what.slug) : addresses.document(what.slug, what.id)
  return (
    <Link
      {...to}
      {...listeners}
      ref={setNodeRef}
      className={styles.chip}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-plan={keyOf(what)}
      data-action={runAt && what.action}
      data-dragging={isDragging || undefined}
      // The browser would drag the address.
      draggable={false}
      aria-describedby={attributes['aria-describedby']}
      title={runAt && said.job[what.action]({ when: formats.exact(runAt) })}
    >
      {runAt && (
        <span className={styles.time}>
          {formats.time(runAt)}
          <span className={styles.hidden}> {said.actions[what.action]}</span>
        </span>
      )}
      <span className={styles.title} dir="auto">
        {what.title}
      </span>
    </Link>
  )
}
