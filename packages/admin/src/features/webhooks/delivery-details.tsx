import type { ReactNode } from 'react'
import { Facts, FoldedError, FoldedJson, Reference } from '../../design/fold-line.tsx'
import { parseJson } from '../../fields/json-text.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { useBody } from './use-webhooks.ts'
import type { Delivery } from './webhook.ts'
import { webhooksWords } from './words.ts'

/** Result and payload of a delivery. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
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
