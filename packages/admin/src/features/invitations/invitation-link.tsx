import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input } from '../../design/input.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './invitations.module.css'
import { invitationsWords } from './words.ts'

export interface CreatedLink {
  readonly email: string
  readonly url: string
  readonly expiresAt: string
}

interface InvitationLinkProps {
  readonly link: CreatedLink
  readonly onClose: () => void
}

export function InvitationLink({ link: { email, url, expiresAt }, onClose }: InvitationLinkProps) {
  const said = useWords(invitationsWords)
  const { close } = useWords(sharedWords)
  const formats = useFormats()
  return (
    <Dialog open isKept onClose={onClose} title={said.linkTitle} actions={<Button onClick={onClose}>{close}</Button>}>
      <p>{said.linkText({ email, day: formats.day(expiresAt) })}</p>
      <div className={styles.link}>
        <Input readOnly dir="ltr" aria-label={said.link} value={url} onFocus={(event) => event.target.select()} />
        <CopyButton text={url} />
      </div>
      <p>{said.linkOld}</p>
    </Dialog>
  )
}
