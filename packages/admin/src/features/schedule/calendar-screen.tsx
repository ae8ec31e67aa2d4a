import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf } from '../../data/entities.ts'
import { type Planned, useAllPlanned, useEntries } from '../../data/use-overview.ts'
import { buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { PageTitle, Section } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { NoRows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './calendar-screen.module.css'
import { DayBoard, type Placed } from './day-board.tsx'
import { type Day, dayOf, monthOf, movedTo, nameOfMonth, usualTimeOn } from './days.ts'
import { MonthGrid } from './month-grid.tsx'
import { PlanChip } from './plan-chip.tsx'
import { type Movable, useMove, useUnplan } from './use-move.ts'
import { useReasons } from './reasons.tsx'
import { useSchedulable } from '../../data/use-scheduled.ts'
import { scheduleWords } from './words.ts'

/** Number of documents listed beside the month. */
const WAITING = 12
/** Page size limit of the service. */
const MOST = 100

/**
 * A month with planned publishes and unpublishes, and unscheduled drafts beside it. All of them can be moved to another
 * day.
 */
export function CalendarScreen() {
  const said = useWords(scheduleWords)
  const { untitled, undo } = useWords(sharedWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const search = useSearch({ strict: false })
  const [now] = useState(() => new Date())
  const { year, month } = monthOf(search.month, now)
  const heading = new Intl.DateTimeFormat(formats.region, { month: 'long', year: 'numeric' })
  const [from, until] = [new Date(year, month, 1), new Date(year, month + 1, 1)]
  const planned = useAllPlanned({ from: from.toISOString(), until: until.toISOString() })
  const failures = useAllPlanned({ from: from.toISOString(), until: until.toISOString(), failed: true })
  const anyTime = useAllPlanned()
  const schedulable = useSchedulable()
  const drafts = useEntries({ collections: schedulable, status: 'draft', limit: 2 * WAITING })
  const moving = useMove()
  const reasons = useReasons()
  const unplanning = useUnplan()

  const problemOf = (plan: Planned) => {
    const problem = reasons(plan)
    return problem === '' ? {} : { problem }
  }
  const placed = (planned ?? []).map((plan) => placedOf(plan, untitled, problemOf(plan)))
  // A failed plan has no job; moving it creates a new one.
  const failed = (failures ?? []).map((one) =>
    placedOf(one, untitled, { ...problemOf(one), hasFailed: true, plan: null }),
  )
  // Shows a pending move in its new place.
  const { variables } = moving
  const onTheWay = moving.isPending && variables ? variables : undefined
  const shown = placed.map((one) =>
    one.what.plan?.key === onTheWay?.what.plan?.key && onTheWay ? { ...one, runAt: onTheWay.runAt } : one,
  )
  const plans = [...(anyTime ?? []).filter(({ action }) => action === 'publish'), ...(failures ?? [])]
  const hasPlan = new Set(plans.map(({ id }) => id))
  const shownFailures = failed.filter(({ what }) => what.id !== onTheWay?.what.id)
  const waiting = (drafts ?? [])
    .filter(({ id }) => !hasPlan.has(id) && id !== onTheWay?.what.id)
    .slice(0, WAITING)
    .map(({ entity, id, title }): Movable => {
      return { kind: 'collection', slug: entity.slug, id, action: 'publish', plan: null, title: title || untitled }
    })

  function put(what: Movable, day: Day): void {
    const before = what.plan && new Date(what.plan.runAt)
    const runAt = before ? movedTo(before, day) : usualTimeOn(day, new Date())
    if (before && dayOf(before) === day) return
    if (runAt <= new Date()) {
      toastError(said.past)
      return
    }
    const when = said.at({ day: formats.day(runAt), time: formats.time(runAt) })
    moving.mutate(
      { what, runAt },
      {
        onSuccess: ({ id: key }) =>
          toast(said.scheduled[what.action]({ when }), {
            description: what.title,
            action: {
              label: undo,
              run: () =>
                before && what.plan
                  ? moving.mutate({ what: { ...what, plan: { key, runAt: runAt.toISOString() } }, runAt: before })
                  : unplanning.mutate({ what, key }),
            },
          }),
        onError: (error) => toastError(explain(error, errors)),
      },
    )
  }

  const to = (by: number) => addresses.calendar({ month: nameOfMonth(year, month + by) })
  return (
    <>
      <PageBar trail={<span aria-current="page">{said.calendar}</span>} />
      <div className={styles.page}>
        <div className={styles.head}>
          <PageTitle>{heading.format(from)}</PageTitle>
          <nav className={styles.months} aria-label={said.months}>
            <Link {...to(-1)} className={buttonClass('outline', true)} aria-label={said.earlier} title={said.earlier}>
              <Icon of={ChevronLeft} />
            </Link>
            <Link {...addresses.calendar()} className={buttonClass('outline', true)}>
              {said.today}
            </Link>
            <Link {...to(1)} className={buttonClass('outline', true)} aria-label={said.later} title={said.later}>
              <Icon of={ChevronRight} />
            </Link>
          </nav>
        </div>
        <DayBoard
          items={[...[...shown, ...shownFailures].map(({ what }) => what), ...waiting]}
          today={dayOf(now)}
          onPut={put}
        >
          <div className={styles.columns}>
            <div className={styles.main}>
              <MonthGrid year={year} month={month} today={dayOf(now)} plans={[...shown, ...shownFailures]} />
              {planned && planned.length >= MOST && <NoRows>{said.notAll({ count: MOST })}</NoRows>}
            </div>
            {schedulable.length > 0 && (
              <aside className={styles.aside} aria-label={said.waiting}>
                <Section title={said.waiting} about={said.dragIn}>
                  {drafts && waiting.length === 0 && <NoRows>{said.nothingWaiting}</NoRows>}
                  <ul className={styles.waiting}>
                    {waiting.map((what) => (
                      <li key={what.id}>
                        <PlanChip what={what} />
                      </li>
                    ))}
                  </ul>
                </Section>
              </aside>
            )}
          </div>
        </DayBoard>
      </div>
    </>
  )
}

function placedOf(
  { key, entity, kind, id, action, runAt, title }: Planned,
  untitled: string,
  more: Partial<Pick<Movable, 'problem' | 'hasFailed' | 'plan'>>,
): Placed {
  const name = kind === 'global' ? labelOf(entity) : title || untitled
  const what = { kind, slug: entity.slug, id, action, plan: { key, runAt }, title: name, ...more }
  return { what, runAt: new Date(runAt) }
}
