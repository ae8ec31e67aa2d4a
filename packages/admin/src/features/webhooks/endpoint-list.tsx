import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Section } from '../../design/page.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { WorkState } from '../../design/work-state.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { useDeed } from './use-webhooks.ts'
import type { Endpoint } from './webhook.ts'
import styles from './webhooks.module.css'
import { webhooksWords } from './words.ts'

export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const said = useWords(webhooksWords)
  if (endpoints.length === 0) return null
  return (
    <Section title={said.endpoints}>
      <ul aria-label={said.endpoints}>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.name} endpoint={endpoint} />
        ))}
      </ul>
    </Section>
  )
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const { name, host, failed, pending, error } = endpoint
  return (
    <li className={styles.endpoint}>
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <span className={styles.host}>
          <bdi>{host}</bdi>
        </span>
      </div>
      <div className={styles.health}>
        <Health endpoint={endpoint} />
        {failed > 0 && pending > 0 && <GivenUp name={name} count={failed} />}
      </div>
      <div className={styles.deeds}>
        {pending > 0 && error !== null && <TryNow name={name} />}
        <SendTest name={name} />
      </div>
    </li>
  )
}

/** The state in one line: healthy, or failing since when, with the next attempt. */
function Health({ endpoint }: { readonly endpoint: Endpoint }) {
  const { name, failed, pending, error, responseStatus, waitingSince, nextAttemptAt, deliveredAt } = endpoint
  const said = useWords(webhooksWords)
  const { ago } = useFormats()
  if (pending === 0 && failed > 0) {
    return (
      <>
        <WorkState stage="failed" label={<GivenUp name={name} count={failed} />} />
        {deliveredAt !== null && <span className={styles.note}>{said.lastArrival({ when: ago(deliveredAt) })}</span>}
      </>
    )
  }
  if (pending === 0) {
    return deliveredAt === null ? (
      <WorkState stage="waiting" label={said.nothingYet} />
    ) : (
      <>
        <WorkState stage="done" label={said.upToDate} />
        <span className={styles.note}>{said.lastArrival({ when: ago(deliveredAt) })}</span>
      </>
    )
  }
  if (error === null) return <WorkState stage="running" label={said.onTheWay({ count: pending })} />
  const notes = [
    ...(waitingSince === null ? [] : [said.oldest({ when: ago(waitingSince) })]),
    ...(nextAttemptAt === null ? [] : [said.nextTry({ when: ago(nextAttemptAt) })]),
  ]
  return (
    <>
      <WorkState stage="failed" label={said.waiting({ count: pending })} />
      <span className={styles.note}>{notes.join(' · ')}</span>
      <span className={styles.reason} dir="auto">
        {responseStatus === null ? error : said.answered({ status: responseStatus })}
      </span>
    </>
  )
}

function GivenUp({ name, count }: { readonly name: string; readonly count: number }) {
  const said = useWords(webhooksWords)
  return (
    <Link {...addresses.webhooks({ status: 'failed', endpoint: name })} className={styles.givenUp}>
      {said.givenUp({ count })}
    </Link>
  )
}

function TryNow({ name }: { readonly name: string }) {
  const said = useWords(webhooksWords)
  const errors = useWords(errorWords)
  const { mutate, isPending } = useDeed(`/endpoints/${name}/retry`)
  const run = () =>
    mutate(undefined, {
      onSuccess: ({ retried = 0 }) => toast(retried === 0 ? said.nothingWaits : said.tried({ count: retried })),
      onError: (error) => toastError(said.retryFailed, explain(error, errors)),
    })
  return (
    <Button small kind="primary" disabled={isPending} onClick={run}>
      {said.tryNow}
    </Button>
  )
}

function SendTest({ name }: { readonly name: string }) {
  const said = useWords(webhooksWords)
  const errors = useWords(errorWords)
  const { mutate, isPending } = useDeed(`/endpoints/${name}/test`)
  const run = () =>
    mutate(undefined, {
      onSuccess: () => toast(said.tested),
      onError: (error) => toastError(said.testFailed, explain(error, errors)),
    })
  return (
    <Button small kind="outline" disabled={isPending} onClick={run}>
      {said.test}
    </Button>
  )
}
