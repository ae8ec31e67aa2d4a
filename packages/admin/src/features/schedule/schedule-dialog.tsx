import type { ScheduledAction } from '@quirecms/sdk'
import { type SyntheticEvent, useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { type ScheduledPlace, useCancelScheduled, useSchedule } from './use-schedule.ts'
import { Button } from '../../design/button.tsx'
import { MomentInput } from '../../design/date-picker/moment-input.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { scheduleWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { IssueList } from './reasons.tsx'
import { inAnHour, mondayAtNine, tomorrowAtNine } from './moments.ts'
import styles from './schedule.module.css'

interface ScheduleDialogProps {
  readonly place: ScheduledPlace
  readonly entity: EntitySchema
  readonly doc: Doc
  /** Possible actions, the likeliest first. */
  readonly actions: readonly ScheduledAction[]
  readonly isDirty: boolean
  readonly onOpen: (path: string) => void
  readonly onClose: () => void
}

export function ScheduleDialog({ place, entity, doc, actions, isDirty, onOpen, onClose }: ScheduleDialogProps) {
  const said = useWords(scheduleWords)
  const errors = useWords(errorWords)
  const { cancel, undo } = useWords(sharedWords)
  const formats = useFormats()
  const [now] = useState(() => new Date())
  const [moment, setMoment] = useState<string | null>(() => tomorrowAtNine(now).toISOString())
  const [action, setAction] = useState<ScheduledAction>(actions[0] ?? 'publish')
  const [problem, setProblem] = useState<string>()
  const scheduling = useSchedule(place)
  const callOff = useCallOff(place)
  const form = useId()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { error } = scheduling
  const issues = isApiError(error, 'validation') ? error.issues : []
  // Either the time was refused, or the content to be published.
  const isPast = issues.some(({ path }) => path === 'runAt')
  const stopping = isPast ? [] : issues
  const issue = isPast ? said.past : error && stopping.length === 0 ? explain(error, errors) : undefined

  function fix(path: string): void {
    onClose()
    onOpen(path)
  }

  function plan(strict: boolean): void {
    const runAt = moment === null ? undefined : new Date(moment)
    if (!runAt || runAt.getTime() <= Date.now()) {
      setProblem(runAt ? said.past : said.incomplete)
      return
    }
    scheduling.mutate(
      { action, runAt, ifMatch: doc.revision, strict },
      {
        onSuccess: ({ id }) => {
          const when = said.at({ day: formats.day(runAt), time: formats.time(runAt) })
          toast(said.scheduled[action]({ when }), { action: { label: undo, run: () => callOff(id) } })
          onClose()
        },
      },
    )
  }

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    plan(stopping.length === 0)
  }

  const propose = (proposed: Date, label: string) => (
    <Button
      key={label}
      small
      kind="outline"
      onClick={() => {
        setMoment(proposed.toISOString())
        setProblem(undefined)
      }}
    >
      {label}
    </Button>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={said.add}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          {stopping[0] ? (
            <>
              <Button kind="outline" type="submit" form={form} disabled={scheduling.isPending}>
                {said.anyway}
              </Button>
              <Button kind="primary" onClick={() => fix(stopping[0]?.path ?? '')}>
                {said.fixNow}
              </Button>
            </>
          ) : (
            <Button kind="primary" type="submit" form={form} disabled={scheduling.isPending}>
              {said.schedule}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <Labelled label={said.what} hint={said.about[action]}>
          {(described) => (
            <Select
              {...described}
              value={action}
              options={actions.map((value) => ({ value, label: said.actions[value] }))}
              onChange={(next) => {
                setAction(next)
                // Removes the errors of the previous action.
                scheduling.reset()
              }}
            />
          )}
        </Labelled>
        {isDirty && action === 'publish' && <p className={styles.note}>{said.saveFirst}</p>}
        <Labelled label={said.when} hint={said.zone({ name: zone })} error={problem ?? issue}>
          {(described) => (
            <MomentInput
              {...described}
              value={moment}
              mayClear={false}
              onChange={(next) => {
                setMoment(next)
                setProblem(undefined)
              }}
            />
          )}
        </Labelled>
        {stopping.length > 0 && (
          <div className={styles.note} role="alert">
            {said.stops}
            <IssueList entity={entity} values={doc} issues={stopping} onOpen={fix} />
          </div>
        )}
        <div className={styles.proposals}>
          {propose(inAnHour(now), said.laterToday)}
          {propose(tomorrowAtNine(now), said.tomorrow)}
          {propose(mondayAtNine(now), said.monday)}
        </div>
      </form>
    </Dialog>
  )
}

/** Cancels a plan after the dialog is closed. */
function useCallOff(place: ScheduledPlace): (id: string) => void {
  const said = useWords(scheduleWords)
  const errors = useWords(errorWords)
  const { mutateAsync } = useCancelScheduled(place)
  return (id) =>
    void mutateAsync(id).then(
      () => toast(said.cancelled),
      (failure: unknown) => toastError(explain(failure, errors)),
    )
}
