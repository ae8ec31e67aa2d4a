import type { ReactNode } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Cell, Facts, FoldedError, FoldedJson, FoldLine, Reference, Subject } from '../../design/fold-line.tsx'
import { Moment } from '../../design/moment.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { type WorkStage, WorkState } from '../../design/work-state.tsx'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useWords } from '../../words/use-words.ts'
import { useBody, useDeed } from './use-webhooks.ts'
import type { Delivery, DeliveryStatus } from './webhook.ts'
import styles from './webhooks.module.css'
import { webhooksWords } from './words.ts'
import { parseJson } from '../../fields/json-text.ts'
import { useFormats } from '../../words/formats.ts'

const STAGES: Readonly<Record<DeliveryStatus, WorkStage>> = {
  pending: 'waiting',
  delivered: 'done',
  failed: 'failed',
}

interface DeliveryLineProps {
  readonly delivery: Delivery
  readonly subject: RelationshipTarget | undefined
}

export function DeliveryLine({ delivery, subject }: DeliveryLineProps) {
  const said = useWords(webhooksWords)
  const { status, endpoint, event, finishedAt, lastAttemptAt, createdAt } = delivery
  const events: Readonly<Record<string, string>> = said.events
  return (
    <FoldLine
      className={styles.entry}
      line={
        <>
          <Cell kind="state">
            <WorkState stage={STAGES[status]} label={said.status[status]} />
          </Cell>
          <Cell kind="what">
            <span>{events[event.replace(/^(?:document|global)\./, '')] ?? event}</span>
            <DeliverySubject delivery={delivery} subject={subject} />
          </Cell>
          <Cell kind="note" className={styles.to}>
            {endpoint}
          </Cell>
          <Cell kind="time">
            <Moment at={finishedAt ?? lastAttemptAt ?? createdAt} />
          </Cell>
        </>
      }
      deeds={<>{status !== 'pending' && <SendAgain delivery={delivery} />}</>}
    >
      <DeliveryDetails delivery={delivery} />
    </FoldLine>
  )
}

function DeliverySubject({ delivery: { collection, global }, subject }: DeliveryLineProps) {
  const { collections, globals } = useSchema()
  const entity = collection === null ? globals[global ?? ''] : collections[collection]
  return entity && <Subject kind={labelOf(entity)}>{subject && <TargetTitle target={subject} />}</Subject>
}

function SendAgain({ delivery: { id } }: { readonly delivery: Delivery }) {
  const said = useWords(webhooksWords)
  const errors = useWords(errorWords)
  const { mutate, isPending } = useDeed(`/deliveries/${id}/redeliver`)
  const run = () =>
    mutate(undefined, {
      onSuccess: () => toast(said.sentAgain),
      onError: (error) => toastError(said.resendFailed, explain(error, errors)),
    })
  return (
    <Button small kind="outline" disabled={isPending} onClick={run}>
      {said.again}
    </Button>
  )
}

/** Result and payload of a delivery. */
function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const said = useWords(webhooksWords)
  const formats = useFormats()
  const { data: body } = useBody(delivery)
  const { error, responseStatus, attempts, duration } = delivery
  const at = (moment: string | null) => moment && <time dateTime={moment}>{formats.exact(moment)}</time>
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [said.happened, at(delivery.createdAt)],
    [said.lastTry, at(delivery.lastAttemptAt)],
    [said.next, at(delivery.nextAttemptAt)],
    [said.finished, at(delivery.finishedAt)],
    [said.attempts, attempts > 0 ? formats.number(attempts) : null],
    [said.took, duration === null ? null : said.milliseconds({ count: formats.number(duration) })],
    [said.eventId, <Reference key="event" text={delivery.eventId} />],
  ]
  return (
    <>
      {error !== null && (
        <FoldedError title={said.error}>
          <p dir="auto">{responseStatus === null ? error : said.answered({ status: responseStatus })}</p>
        </FoldedError>
      )}
      <Facts facts={facts} />
      {body === null && <p>{said.noBody}</p>}
      {typeof body === 'string' && <FoldedJson title={said.body} value={parseJson(body) ?? body} />}
    </>
  )
}
