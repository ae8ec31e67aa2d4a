import { Button, CopyButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from '../../screens/profile/profile.module.css'
import { apiKeysWords } from './words.ts'

/** A secret that is shown once. */
export function Secret({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const said = useWords(apiKeysWords)
  return (
    <Dialog
      open
      isKept
      onClose={onClose}
      title={said.keyMade}
      actions={
        <Button kind="primary" onClick={onClose}>
          {said.keyCopied}
        </Button>
      }
    >
      <p>{said.keyOnce}</p>
      <div className={styles.secret}>
        <Input readOnly dir="ltr" aria-label={said.keyMade} value={value} onFocus={(event) => event.target.select()} />
        <CopyButton text={value} />
      </div>
      <p>{said.keyUse}</p>
      <code className={styles.code} dir="ltr">
        Authorization: Bearer {value.slice(0, 12)}…
      </code>
    </Dialog>
  )
}
