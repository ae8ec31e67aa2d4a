import { Lock } from 'lucide-react'
import type { LockState } from '../../data/use-lock.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Icon } from '../../design/icon.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { documentWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './lock-notice.module.css'

/** Shows who holds the lock, with a button to take over. */
export function LockNotice({ lock: { foreign, takeOver } }: { readonly lock: LockState }) {
  const said = useWords(documentWords)
  const [holder] = useTargets(foreign ? [foreign.actor] : [])
  if (!foreign || !holder) return null
  return (
    <div className={styles.lock} role="status">
      <Icon of={Lock} />
      <div>
        <TargetTitle target={holder} /> {said.isEditing}{' '}
        <button type="button" className={styles.act} onClick={takeOver}>
          {said.takeOver}
        </button>
      </div>
    </div>
  )
}
