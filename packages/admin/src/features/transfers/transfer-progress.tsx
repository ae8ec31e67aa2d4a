import type { Transfer } from '@quirecms/sdk'
import { useFailureWords } from '../../fields/use-failure-words.ts'
import { isUnderWay } from '../../data/use-transfer.ts'
import { Progress } from '../../design/work-state.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './transfers.module.css'
import { transfersWords } from './words.ts'

export function TransferProgress({ transfer }: { readonly transfer: Transfer }) {
  const said = useWords(transfersWords)
  const { number } = useFormats()
  const { done, total } = transfer
  if (!isUnderWay(transfer)) {
    return (
      <p role="status" className={transfer.status === 'failed' ? styles.refusal : styles.outcome}>
        <Outcome transfer={transfer} />
      </p>
    )
  }
  const text = total === null ? said.waiting : said.progress({ done: number(done), total: number(total) })
  return (
    <div className={styles.progress}>
      <p role="status">{text}</p>
      <Progress label={text} done={done} total={total} />
      <p className={styles.hint}>{said.mayLeave}</p>
    </div>
  )
}

export function Outcome({ transfer }: { readonly transfer: Transfer }) {
  const said = useWords(transfersWords)
  const failureWords = useFailureWords()
  const { status, kind, dryRun, done, created, updated, failed, issues, error } = transfer
  if (isUnderWay(transfer)) return said.underWay
  const counts = [
    created > 0 && (dryRun ? said.wouldCreate({ count: created }) : said.created({ count: created })),
    updated > 0 && (dryRun ? said.wouldUpdate({ count: updated }) : said.updated({ count: updated })),
    failed > 0 && said.failed({ count: failed }),
  ].filter((text) => text !== false)
  if (status === 'failed') return error ? failureWords(error) : said.didNotWork
  if (status === 'cancelled') return [said.cancelled, ...counts].join(' · ')
  if (kind === 'export') return said.exported({ count: done })
  if (counts.length === 0) return issues > 0 ? said.nothingImported : said.nothing
  return counts.join(' · ')
}
