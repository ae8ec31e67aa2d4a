import type { Transfer } from '@quirecms/sdk'
import { transferAddress, useTransfers } from '../../data/use-transfer.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { Moment } from '../../design/moment.tsx'
import { useWords } from '../../words/use-words.ts'
import { Outcome } from './transfer-progress.tsx'
import styles from './transfers.module.css'
import { transfersWords } from './words.ts'

const SHOWN = 3

interface RecentTransfersProps {
  readonly entity: EntitySchema
  readonly kind: 'export' | 'import'
}

/** Earlier transfers, so that users find results after they closed the dialog. */
export function RecentTransfers({ entity, kind }: RecentTransfersProps) {
  const said = useWords(transfersWords)
  const all = useTransfers(entity.slug).data ?? []
  const recent = all.filter((one) => one.kind === kind && !one.dryRun).slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <section className={styles.recent}>
      <h3>{said.recent}</h3>
      <ul>
        {recent.map((transfer) => (
          <li key={transfer.id}>
            <Moment at={transfer.createdAt} />
            <span className={styles.outcome}>
              <Outcome transfer={transfer} />
            </span>
            <TransferFiles slug={entity.slug} transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function TransferFiles({
  slug,
  transfer: { id, files },
}: {
  readonly slug: string
  readonly transfer: Transfer
}) {
  const said = useWords(transfersWords)
  return files.map(({ name }) => (
    <a key={name} className={styles.file} href={transferAddress(slug, id, name)} download>
      {name === 'issues' ? said.allIssues : said.download}
    </a>
  ))
}
