import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAppearance } from '../../words/appearance.ts'
import { directionOf } from '../../words/direction.ts'
import { useFormats } from '../../words/formats.ts'
import { rowWords } from '../../words/rows.ts'
import { useWords } from '../../words/use-words.ts'
import { type Day, dayOf, daysAfter, startOf } from './days.ts'
import type { Movable } from './use-move.ts'
import { scheduleWords } from './words.ts'

/** An entry of the calendar with its time. */
export interface Placed {
  readonly what: Movable
  readonly runAt: Date
}

/** A document may have a plan to publish and one to unpublish, so the plan's key comes first. */
export function planKey({ plan, kind, slug, id }: Movable): string {
  return plan?.key ?? `${kind}/${slug}/${id}`
}

interface DayBoardProps {
  readonly items: readonly Movable[]
  readonly today: Day
  readonly onPut: (what: Movable, day: Day) => void
  readonly children: ReactNode
}

/** Days as drop targets, for the pointer and the keyboard: Space picks up, arrow keys move by days. */
export function DayBoard({ items, today, onPut, children }: DayBoardProps) {
  const said = useWords(scheduleWords)
  const { taken, left } = useWords(rowWords)
  const formats = useFormats()
  const isRightToLeft = directionOf(useAppearance().language) === 'rtl'
  // Day that the keyboard has reached; a document taken from beside the month starts without one.
  const reached = useRef<Day | null>(null)
  const itemOf = (id: string | number) => items.find((one) => planKey(one) === String(id))
  const nameOf = (id: string | number) => itemOf(id)?.title ?? ''
  const dayName = (id: string | number) => formats.day(startOf(String(id)))

  const goToDay: KeyboardCoordinateGetter = (event, { active, context: { droppableRects, collisionRect } }) => {
    const steps: Readonly<Record<string, number>> = {
      [KeyboardCode.Right]: isRightToLeft ? -1 : 1,
      [KeyboardCode.Left]: isRightToLeft ? 1 : -1,
      [KeyboardCode.Down]: 7,
      [KeyboardCode.Up]: -7,
    }
    const step = steps[event.code]
    if (step === undefined) return undefined
    event.preventDefault()
    const plan = itemOf(active)?.plan
    const here = reached.current ?? (plan ? dayOf(new Date(plan.runAt)) : null)
    const next = here === null ? today : daysAfter(here, step)
    const rect = droppableRects.get(next) ?? (here === null ? droppableRects.get(firstOf(droppableRects)) : undefined)
    if (!rect) return undefined
    reached.current = droppableRects.has(next) ? next : firstOf(droppableRects)
    const size = collisionRect ?? { width: 0, height: 0 }
    return { x: rect.left + (rect.width - size.width) / 2, y: rect.top + (rect.height - size.height) / 2 }
  }
  const sensors = useSensors(
    // A click is not a drag: it opens the document.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: goToDay,
      keyboardCodes: {
        start: [KeyboardCode.Space],
        cancel: [KeyboardCode.Esc, KeyboardCode.Tab],
        end: [KeyboardCode.Space, KeyboardCode.Enter],
      },
    }),
  )

  // The item that the keyboard has dropped. It becomes another plan with another link, which takes the focus.
  const put = useRef<{ readonly what: Movable; readonly day: Day }>(null)
  useEffect(() => {
    if (!put.current) return
    const { what, day } = put.current
    const moved = items.find((one) => isSame(one, what) && one.plan && dayOf(new Date(one.plan.runAt)) === day)
    if (!moved) return
    put.current = null
    // Move the focus only if no other element has taken it.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-plan="${CSS.escape(planKey(moved))}"]`)?.focus()
  }, [items])

  function onDragEnd({ active, over, activatorEvent }: DragEndEvent): void {
    const what = itemOf(active.id)
    if (!what || !over) return
    const day = String(over.id)
    put.current = activatorEvent instanceof KeyboardEvent ? { what, day } : null
    onPut(what, day)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      onDragStart={() => {
        reached.current = null
      }}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: said.how },
        announcements: {
          onDragStart: ({ active }) => taken({ what: nameOf(active.id) }),
          onDragOver: ({ active, over }) =>
            over ? said.over({ what: nameOf(active.id), day: dayName(over.id) }) : left({ what: nameOf(active.id) }),
          onDragEnd: ({ active, over }) =>
            over ? said.dropped({ what: nameOf(active.id), day: dayName(over.id) }) : left({ what: nameOf(active.id) }),
          onDragCancel: ({ active }) => left({ what: nameOf(active.id) }),
        },
      }}
    >
      {children}
    </DndContext>
  )
}

function isSame(one: Movable, other: Movable): boolean {
  return one.kind === other.kind && one.slug === other.slug && one.id === other.id && one.action === other.action
}

function firstOf(rects: ReadonlyMap<string | number, unknown>): string {
  return [...rects.keys()].map(String).toSorted()[0] ?? ''
}

/** Dropping outside of the month does nothing. The keyboard has no pointer, so it uses centres. */
const underPointer: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? closestCenter(args) : pointerWithin(args)
