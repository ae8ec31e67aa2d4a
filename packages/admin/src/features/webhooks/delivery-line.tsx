import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Cell, FoldLine, Subject } from '../../design/fold-line.tsx'
import { Moment } from '../../design/moment.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { type WorkStage, WorkState } from '../../design/work-state.tsx'
import type { Target } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useWords } from '../../words/use-words.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { useDeed } from './use-webhooks.ts'
import type { Delivery, DeliveryStatus } from './webhook.ts'
import styles from './webhooks.module.css'
import { webhooksWords } from './words.ts'

const STAGES: Readonly<Record<DeliveryStatus, WorkStage>> = {
  pending: 'waiting',
  delivered: 'done',
  failed: 'failed',
}

interface DeliveryLineProps {
  readonly delivery: Delivery
  readonly subject: Target | undefined
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
