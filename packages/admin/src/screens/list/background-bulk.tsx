import { useEffect, useRef } from 'react'
import { collection } from '../../data/client.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { isUnderWay, transferAddress, useTransfer } from '../../data/use-transfer.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Progress } from '../../design/work-state.tsx'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './background-bulk.module.css'

/** Request of a bulk job. */
type ManyRequest = Parameters<ReturnType<typeof collection>['startBulk']>[0]

interface BackgroundBulkProps {
  readonly entity: EntitySchema
  readonly title: string
  readonly request: ManyRequest
  /** Asks for confirmation first; otherwise it starts at once. */
  readonly isAsked?: boolean
  /** Runs it in the foreground instead. */
  readonly onHere?: (() => void) | undefined
  /** `isBegun`: the job has started, so the selection can be cleared. */
  readonly onClose: (isBegun: boolean) => void
}

/** Runs a bulk change in the background, and shows its progress. */
export function BackgroundBulk({ entity, title, request, isAsked = false, onHere, onClose }: BackgroundBulkProps) {
  const said = useWords(listWords)
  const failureWords = useFailureWords()
  const { cancel, close, loading } = useWords(sharedWords)
  const { number } = useFormats()
  const { transfer, start, isStarting, error, cancel: stop } = useTransfer(entity.slug)
  const begin = () => start(() => collection(entity.slug).startBulk(request))
  const isBegun = useRef(false)
  useEffect(() => {
    if (isAsked || isBegun.current) return
    isBegun.current = true
    begin()
  })
  const isRunning = isStarting || isUnderWay(transfer)
  const leave = () => onClose(transfer !== undefined)
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      actions={
        transfer || !isAsked ? (
          <>
            {isUnderWay(transfer) && <Button onClick={stop}>{said.stop}</Button>}
            <Button kind="primary" onClick={leave}>
              {close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={leave}>{cancel}</Button>
            {onHere && <Button onClick={onHere}>{said.here}</Button>}
            <Button kind="primary" disabled={isStarting} onClick={begin}>
              {said.background}
            </Button>
          </>
        )
      }
    >
      <div className={styles.background}>
        {error && <p role="alert">{failureWords(error)}</p>}
        {!transfer && isAsked && <p>{said.manyText}</p>}
        {transfer && isRunning && (
          <>
            <p role="status">
              {transfer.total === null
                ? loading
                : said.working({ done: number(transfer.done), all: number(transfer.total) })}
            </p>
            <Progress label={title} done={transfer.done} total={transfer.total} />
            <p>{said.mayLeave}</p>
          </>
        )}
        {transfer && !isRunning && (
          <p role="status">
            {transfer.status === 'cancelled' && `${said.stopped} · `}
            {transfer.status === 'failed' && transfer.error
              ? failureWords(transfer.error)
              : said.changedMany({ count: transfer.updated })}
            {transfer.failed > 0 && ` · ${said.someFailed({ count: transfer.failed })}`}
          </p>
        )}
        {transfer && !isRunning && transfer.issues > 0 && (
          <a href={transferAddress(entity.slug, transfer.id, 'issues')} download>
            {said.whichFailed}
          </a>
        )}
      </div>
    </Dialog>
  )
}
