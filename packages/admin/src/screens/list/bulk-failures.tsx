import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { type ClientErrorCode, QuireError } from '@quirecms/sdk'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Dialog } from '../../design/dialog.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-bar.module.css'
import type { BulkFailure } from '../../data/document.ts'

interface BulkFailuresProps {
  readonly entity: EntitySchema
  readonly failures: readonly BulkFailure[]
  readonly onClose: () => void
}

export function BulkFailures({ entity, failures, onClose }: BulkFailuresProps) {
  const said = useWords(listWords)
  const errors = useWords(errorWords)
  const targets = useTargets(failures.map(({ id }) => ({ collection: entity.slug, id })))
  return (
    <Dialog open={failures.length > 0} onClose={onClose} title={said.someFailed({ count: failures.length })}>
      <ul className={styles.results}>
        {failures.map(({ id, error }, index) => (
          <li key={id} className={styles.result}>
            <Link {...addresses.document(entity.slug, id)}>
              <TargetTitle target={targets[index] ?? { collection: entity.slug, id }} />
            </Link>
            <span>{explain(new QuireError(error.code as ClientErrorCode, error.message), errors)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
