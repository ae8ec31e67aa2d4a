import type { Transfer } from '@quirecms/sdk'
import { transferAddress } from '../../data/use-transfer.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './transfers.module.css'
import { transfersWords } from './words.ts'

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
