import { useDraggable } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './calendar-screen.module.css'
import { planKey } from './day-board.tsx'
import type { Movable } from './use-move.ts'
import { scheduleWords } from './words.ts'

/** An entry of the calendar: a link to its document that can be dragged to another day. */
export function PlanChip({ what, runAt }: { readonly what: Movable; readonly runAt?: Date }) {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: planKey(what) })
  const when = (moment: Date) => said.at({ day: formats.day(moment), time: formats.time(moment) })
  const nameOf = (moment: Date) =>
    what.hasFailed
      ? said.failed[what.action]({ when: when(moment) })
      : said.job[what.action]({ when: formats.exact(moment) })
  const to = what.kind === 'global' ? addresses.global(what.slug) : addresses.document(what.slug, what.id)
  return (
    <Link
      {...to}
      {...listeners}
      ref={setNodeRef}
      className={styles.chip}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-plan={planKey(what)}
      data-action={runAt && what.action}
      data-dragging={isDragging || undefined}
      // Otherwise, the browser would drag the link's address.
      draggable={false}
      aria-describedby={attributes['aria-describedby']}
      title={runAt && [nameOf(runAt), what.problem].filter(Boolean).join(' ')}
      data-failed={what.hasFailed || undefined}
      data-warned={(what.problem !== undefined && !what.hasFailed) || undefined}
    >
      {runAt && (
        <span className={styles.time}>
          {formats.time(runAt)}
          {(what.hasFailed || what.problem !== undefined) && <Icon of={CircleAlert} size={12} />}
          <span className={styles.hidden}>
            {' '}
            {what.hasFailed ? nameOf(runAt) : said.actions[what.action]} {what.problem}
          </span>
        </span>
      )}
      <span className={styles.title} dir="auto">
        {what.title}
      </span>
    </Link>
  )
}
