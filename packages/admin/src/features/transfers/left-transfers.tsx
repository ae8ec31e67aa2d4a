import type { Transfer } from '@quirecms/sdk'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { cancelTransfer, isUnderWay, useLeftTransfers } from '../../data/use-transfer.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Progress } from '../../design/work-state.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './left-transfers.module.css'
import { TransferFiles } from './recent-transfers.tsx'
import { Outcome } from './transfer-progress.tsx'
import { transfersWords } from './words.ts'

/** Above a list: progress and results of background transfers, once their dialog or tab is closed. */
export function LeftTransfers({ entity: { slug } }: ListContext) {
  const all = useLeftTransfers(slug)
  const [seen, setSeen] = useState<readonly string[]>([])
  const [done, setDone] = useState<readonly string[]>([])
  const unseen = all.filter((one) => isUnderWay(one) && !seen.includes(one.id))
  if (unseen.length > 0) setSeen([...seen, ...unseen.map(({ id }) => id)])
  const shown = all.filter(({ id }) => seen.includes(id) && !done.includes(id))
  if (shown.length === 0) return null
  return (
    <ul className={styles.lines}>
      {shown.map((transfer) => (
        <li key={transfer.id} className={styles.line}>
          {isUnderWay(transfer) ? (
            <Running transfer={transfer} />
          ) : (
            <Ended transfer={transfer} slug={slug} onClose={() => setDone([...done, transfer.id])} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Running({ transfer }: { readonly transfer: Transfer }) {
  const said = useWords(transfersWords)
  const { number } = useFormats()
  const { mutate, isPending } = useMutation({ mutationFn: cancelTransfer })
  const { kind, done, total } = transfer
  const far = total === null ? said.waiting : said.progress({ done: number(done), total: number(total) })
  return (
    <>
      <span className={styles.text}>
        {said.kinds[kind]} · {far}
      </span>
      <span className={styles.bar}>
        <Progress label={said.kinds[kind]} done={done} total={total} />
      </span>
      <Button small kind="outline" disabled={isPending} onClick={() => mutate(transfer)}>
        {said.stopIt}
      </Button>
    </>
  )
}

interface EndedProps {
  readonly transfer: Transfer
  readonly slug: string
  readonly onClose: () => void
}

function Ended({ transfer, slug, onClose }: EndedProps) {
  const { close } = useWords(sharedWords)
  return (
    <>
      <span className={styles.text} role="status">
        <Outcome transfer={transfer} />
      </span>
      <TransferFiles slug={slug} transfer={transfer} />
      <IconButton small label={close} onClick={onClose}>
        <Icon of={X} size={14} />
      </IconButton>
    </>
  )
}
